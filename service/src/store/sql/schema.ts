/** The tables as queries see them: camelCase columns (`CamelCasePlugin`), times in unix ms, sealed values as bytes. */
import type { Generated, Kysely } from 'kysely'
import type { CustodyLevel, IdentityKind, UserStatus } from '../contract/accounts.ts'
import type { DeviceStatus } from '../contract/devices.ts'
import type { CodePurpose, FlowKind } from '../contract/flows.ts'
import type { RecoveryKind, ShareSetStatus, WalletStatus } from '../contract/wallets.ts'
import type { IndexTables } from './index-tables.ts'

/** A connection or a transaction. */
export type Db = Kysely<Schema>

/** SQLite returns an ArrayBuffer, PostgreSQL a Buffer; `bytesOf` normalises both. */
type Blob = Uint8Array
type Flag = 0 | 1

type IdentityTable = {
  id: string
  userId: string
  kind: IdentityKind
  issuer: string
  subjectHash: string
  display: Blob
  verifiedAt: number
  isPrimary: Flag
}

export type Schema = IndexTables & {
  user: { id: string; status: UserStatus; custodyLevel: CustodyLevel | null; createdAt: number }
  identity: IdentityTable
  formerIdentity: IdentityTable & { tokenHash: string; removedAt: number; heldUntil: number }
  smartSession: {
    id: string
    userId: string
    content: Blob
    createdAt: number
    expiresAt: number
    revokedAt: number | null
  }
  device: {
    id: string
    userId: string
    projectId: string
    jkt: string
    jwk: string
    label: string
    topOrigin: string
    createdAt: number
    lastSeen: number
    status: DeviceStatus
  }
  session: {
    id: string
    userId: string
    deviceId: string
    familyId: string
    accessHash: string
    refreshHash: string
    accessExpiresAt: number
    expiresAt: number
    absoluteExpiresAt: number
    authTime: number
    amr: string
    createdAt: number
    replacedAt: number | null
    revokedAt: number | null
  }
  flow: {
    id: string
    kind: FlowKind
    projectId: string
    jkt: string
    addressHash: string | null
    stateHash: string | null
    challenge: string | null
    payload: Blob
    status: string
    matchNumber: number | null
    tries: Generated<number>
    createdAt: number
    expiresAt: number
  }
  otp: {
    id: string
    flowId: string
    purpose: CodePurpose
    codeHash: Blob
    salt: Blob
    tries: Generated<number>
    maxTries: number
    status: 'LIVE' | 'CONSUMED' | 'SUPERSEDED'
    createdAt: number
    expiresAt: number
  }
  /** One row: the latest time seen by a flow or a code. */
  clock: { id: number; at: number }
  rate: { bucket: string; keyHash: string; windowStart: number; windowEnd: number; count: number }
  cooldown: { bucket: string; keyHash: string; freeAt: number }
  proof: { proofHash: string; expiresAt: number }
  wallet: {
    id: string
    name: string
    userId: string
    status: WalletStatus
    keyVersion: number
    ciphertext: Blob
    evmAddress: string
    evmPub: string
    solAddress: string
    recoveryPub: Blob
    createdAt: number
    activatedAt: number | null
    /** JSON. */
    lineage: string | null
    replaces: string | null
    replacedAt: number | null
  }
  shareSet: {
    id: string
    walletId: string
    deviceId: string
    keyVersion: number
    /** Empty once revoked. */
    authShare: Blob | null
    recoverySealed: Blob | null
    commitment: Blob
    status: ShareSetStatus
    createdAt: number
  }
  recoveryMethod: {
    id: string
    walletId: string
    kind: RecoveryKind
    wrappedR: Blob
    params: string
    credentialId: string | null
    createdAt: number
    lastUsed: number | null
  }
  escrow: { id: string; walletId: string; addressHash: string; deviceHash: string; share: Blob; createdAt: number }
  /** Keyed by the mailbox's hash: the current device of the mailbox. */
  escrowHolder: { id: string; deviceHash: string }
  outbox: {
    id: string
    kind: string
    /** Both empty once settled. */
    recipient: Blob | null
    body: Blob | null
    notBefore: number
    expiresAt: number
    tries: Generated<number>
    sentAt: number | null
    givenUpAt: number | null
  }
  audit: {
    seq: number
    at: number
    userId: string | null
    deviceId: string | null
    event: string
    ipHash: string | null
    uaHash: string | null
    detail: string
    prevHash: string
    hash: string
  }
  /** One row. */
  auditHead: { id: number; seq: number; hash: string }
  /** Names of the gateway's registry, with their zone. Owners are addresses in lower case. */
  accountName: {
    name: string
    skeleton: string
    owner: string
    /** JSON. */
    attributes: string
    registeredAt: number
    updatedAt: number
  }
  accountNameAddress: { name: string; coinType: number; address: string; createdAt: number }
  usedSignature: { hash: string; expiresAt: number }
  /** The last good copies of lists that the gateway fetches. */
  tokenList: { urlHash: string; etag: string | null; body: string; fetchedAt: number }
  dek: {
    id: string
    tableName: SealedTable
    wrappedDek: Blob
    kekId: string
    createdAt: number
    retiredAt: number | null
  }
}

/** Sealed columns, and the columns of their row that the seal is bound to and must match to open. */
export const sealed = {
  identity: { columns: ['display'], bound: ['id', 'userId', 'issuer', 'subjectHash'] },
  formerIdentity: { columns: ['display'], bound: ['id', 'userId', 'issuer', 'subjectHash'] },
  flow: { columns: ['payload'], bound: ['id', 'jkt'] },
  shareSet: { columns: ['authShare'], bound: ['id', 'walletId', 'deviceId', 'keyVersion'] },
  recoveryMethod: { columns: ['wrappedR'], bound: ['id', 'walletId'] },
  escrow: { columns: ['share'], bound: ['id', 'walletId', 'addressHash'] },
  smartSession: { columns: ['content'], bound: ['id', 'userId', 'createdAt', 'expiresAt'] },
  outbox: { columns: ['recipient', 'body'], bound: ['id', 'kind'] },
} as const satisfies { readonly [Table in keyof Schema]?: SealedColumns<Table> }

type SealedColumns<Table extends keyof Schema> = {
  readonly columns: readonly (keyof Schema[Table])[]
  readonly bound: readonly (keyof Schema[Table])[]
}

export type SealedTable = keyof typeof sealed
// `Object.keys` is typed as string[]; the keys of this literal are table names.
export const sealedTables = Object.keys(sealed) as SealedTable[]

type Present<Row> = {
  [Column in keyof Row]: Exclude<Row[Column], null> | (null extends Row[Column] ? undefined : never)
}

/** A row as the contracts have it: what is absent is `undefined`. */
export const withoutNulls = <Row extends object>(row: Row): Present<Row> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? undefined])) as Present<Row> // as: the same columns

/** Copies, so that no memory is shared with the driver. */
export const bytesOf = (blob: Uint8Array | ArrayBuffer): Uint8Array => new Uint8Array(blob)
