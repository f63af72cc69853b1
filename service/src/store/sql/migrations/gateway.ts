/** The schema of the gateway's own database. Never change a released migration; add another. */
import type { NumberedMigration } from '../migrate.ts'

export const gatewayMigrations: readonly NumberedMigration[] = [
  [
    '1001-gateway',
    ({ int, strict }) => [
      `CREATE TABLE rate (
        bucket TEXT NOT NULL,
        key_hash TEXT NOT NULL,
        window_start ${int} NOT NULL,
        window_end ${int} NOT NULL,
        count ${int} NOT NULL,
        PRIMARY KEY (bucket, key_hash, window_start)
      )${strict}`,
      `CREATE INDEX rate_by_end ON rate (window_end)`,
    ],
  ],
  [
    '1002-index',
    ({ int, strict }) => [
      `CREATE TABLE chain_head (
        network TEXT PRIMARY KEY,
        holder TEXT NOT NULL,
        token ${int} NOT NULL,
        lease_until ${int} NOT NULL,
        from_block ${int},
        height ${int},
        hash TEXT
      )${strict}`,
      `CREATE TABLE chain_block (
        network TEXT NOT NULL,
        height ${int} NOT NULL,
        hash TEXT NOT NULL,
        time ${int} NOT NULL,
        PRIMARY KEY (network, height)
      )${strict}`,
      `CREATE TABLE chain_transaction (
        network TEXT NOT NULL,
        height ${int} NOT NULL,
        tx_index ${int} NOT NULL,
        hash TEXT NOT NULL,
        sender TEXT NOT NULL,
        recipient TEXT NOT NULL,
        is_create ${int} NOT NULL,
        is_failed ${int} NOT NULL,
        value TEXT NOT NULL,
        nonce ${int} NOT NULL,
        input TEXT NOT NULL,
        PRIMARY KEY (network, height, tx_index)
      )${strict}`,
      `CREATE TABLE chain_activity (
        network TEXT NOT NULL,
        account TEXT NOT NULL,
        height ${int} NOT NULL,
        tx_index ${int} NOT NULL,
        PRIMARY KEY (network, account, height, tx_index)
      )${strict}`,
      `CREATE INDEX chain_activity_by_height ON chain_activity (network, height)`,
      `CREATE TABLE chain_leg (
        network TEXT NOT NULL,
        account TEXT NOT NULL,
        height ${int} NOT NULL,
        tx_index ${int} NOT NULL,
        ordinal ${int} NOT NULL,
        direction TEXT NOT NULL,
        peer TEXT NOT NULL,
        standard TEXT NOT NULL,
        contract TEXT NOT NULL,
        token_id TEXT NOT NULL,
        amount TEXT NOT NULL,
        PRIMARY KEY (network, account, height, tx_index, ordinal)
      )${strict}`,
      `CREATE INDEX chain_leg_by_height ON chain_leg (network, height)`,
      `CREATE TABLE chain_token (
        network TEXT NOT NULL,
        account TEXT NOT NULL,
        contract TEXT NOT NULL,
        height ${int} NOT NULL,
        PRIMARY KEY (network, account, contract)
      )${strict}`,
      `CREATE INDEX chain_token_by_first ON chain_token (network, account, height)`,
      `CREATE INDEX chain_token_by_height ON chain_token (network, height)`,
      `CREATE TABLE nft_transfer (
        network TEXT NOT NULL,
        height ${int} NOT NULL,
        log_index ${int} NOT NULL,
        item ${int} NOT NULL,
        standard TEXT NOT NULL,
        contract TEXT NOT NULL,
        token_id TEXT NOT NULL,
        sender TEXT NOT NULL,
        recipient TEXT NOT NULL,
        amount TEXT NOT NULL,
        PRIMARY KEY (network, height, log_index, item)
      )${strict}`,
      `CREATE INDEX nft_transfer_by_nft ON nft_transfer (network, contract, token_id, standard, height, log_index, item)`,
      `CREATE TABLE nft_holding (
        network TEXT NOT NULL,
        contract TEXT NOT NULL,
        token_id TEXT NOT NULL,
        standard TEXT NOT NULL,
        account TEXT NOT NULL,
        amount TEXT NOT NULL,
        is_held ${int} NOT NULL,
        PRIMARY KEY (network, contract, token_id, standard, account)
      )${strict}`,
      `CREATE INDEX nft_holding_by_account ON nft_holding (network, account, is_held, contract, token_id, standard)`,
      `CREATE TABLE token_name (
        network TEXT NOT NULL,
        contract TEXT NOT NULL,
        name TEXT NOT NULL,
        symbol TEXT NOT NULL,
        decimals ${int},
        PRIMARY KEY (network, contract)
      )${strict}`,
    ],
  ],
  [
    '1003-names',
    ({ int, strict }) => [
      `CREATE TABLE account_name (
        name TEXT NOT NULL PRIMARY KEY,
        skeleton TEXT NOT NULL UNIQUE,
        owner TEXT NOT NULL UNIQUE,
        attributes TEXT NOT NULL,
        registered_at ${int} NOT NULL,
        updated_at ${int} NOT NULL
      )${strict}`,
      `CREATE TABLE account_name_address (
        name TEXT NOT NULL REFERENCES account_name (name) ON DELETE CASCADE,
        coin_type ${int} NOT NULL,
        address TEXT NOT NULL,
        created_at ${int} NOT NULL,
        PRIMARY KEY (name, coin_type)
      )${strict}`,
      `CREATE TABLE used_signature (hash TEXT NOT NULL PRIMARY KEY, expires_at ${int} NOT NULL)${strict}`,
      `CREATE INDEX used_signature_by_end ON used_signature (expires_at)`,
    ],
  ],
  [
    '1004-token-lists',
    ({ int, strict }) => [
      `CREATE TABLE token_list (
        url_hash TEXT NOT NULL PRIMARY KEY,
        etag TEXT,
        body TEXT NOT NULL,
        fetched_at ${int} NOT NULL
      )${strict}`,
    ],
  ],
]
