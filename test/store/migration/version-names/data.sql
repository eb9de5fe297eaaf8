INSERT INTO "Order" VALUES ('a', 'Ann', 5, 1), ('b', 'Bob', 7, 1);
