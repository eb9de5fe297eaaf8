INSERT INTO Thing VALUES ('a', 1005, '12', 'red', 1, NULL), ('b', 2000, 'large', NULL, 2, NULL), ('c', 3000, '12', 'blue', 3, 1700000000000);
INSERT INTO Gone VALUES ('x', 4);
