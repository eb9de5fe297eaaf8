INSERT INTO Customer VALUES ('ann', 'Ann Ash', 'Ann@Example.org', '31', 1250, NULL, NULL, 1);
INSERT INTO Customer VALUES ('bob', 'Bob Bay', 'bob@example.org', '42', 5, NULL, 'x', 2);
INSERT INTO Purchase VALUES (1, 'ann', 3), (2, 'ann', 4);
INSERT INTO "$sequence" VALUES ('Purchase.number', 7);
