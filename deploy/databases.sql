-- The image creates `accounts`; the recovery role and the gateway have databases of their own.
CREATE DATABASE recovery;
CREATE DATABASE gateway;
