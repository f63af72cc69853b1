-- The image creates `accounts`; the recovery role has a database of its own.
CREATE DATABASE recovery;
