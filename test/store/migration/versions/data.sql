INSERT INTO "Order" VALUES ('a', 'open', 1), ('b', 'paid', 2), ('c', 'cancelled', 3), ('d', 'withdrawn', 4);
INSERT INTO "$timer" VALUES (5, 'Order', '["a"]', 'status', 'open', 'PT1H', 1700000000000, 0, NULL);
