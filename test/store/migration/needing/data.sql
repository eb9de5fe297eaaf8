INSERT INTO User VALUES ('a', 'A@x.org', 'b', 1), ('b', 'a@X.ORG', 'nobody', 2), ('c', NULL, NULL, 3);
INSERT INTO Visit VALUES (1, 'one', 4);
