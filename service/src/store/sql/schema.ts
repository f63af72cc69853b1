/** The tables as queries see them: camelCase columns (`CamelCasePlugin`), times in unix ms, sealed values as bytes. */
import type { Generated, Kysely } from 'kysely'
import type { Identity, User } from '../contract/accounts.ts'
import type { AuditRow } from '../contract/audit.ts'
import type { Device } from '../contract/devices.ts'
import type { CodePurpose, Flow } from '../contract/flows.ts'
import type { NameAddress } from '../contract/names.ts'
import type { Session } from '../contract/sessions.ts'
import type { SmartSession } from '../contract/smart-sessions.ts'
import type { TokenListCopy } from '../contract/token-lists.ts'
import type { RecoveryMethod, ShareSetInfo, Wallet } from '../contract/wallets.ts'
import type { Flag, IndexTables } from './index-tables.ts'

/** A connection or a transaction. */
export type Db = Kysely<Schema>

/** SQLite returns an ArrayBuffer, PostgreSQL a Buffer; `bytesOf` normalises both. */
type Blob = Uint8Array

/** The fields of a contract's type as columns: what may be absent is null. */
type Columns<Fields> = {
  [Name in keyof Fields]: undefined extends Fields[Name] ? Exclude<Fields[Name], undefined> | null : Fields[Name]
}
type IdentityTable = Omit<Identity, 'isPrimary'> & { isPrimary: Flag }

export type Schema = IndexTables & {
  user: Columns<User>
  identity: IdentityTable
  formerIdentity: IdentityTable & { tokenHash: string; removedAt: number; heldUntil: number }
  smartSession: Columns<SmartSession>
  device: Device
  session: Columns<Session> & { replacedAt: number | null }
  flow: Columns<Flow> & { tries: Generated<number> }
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
  wallet: Columns<Wallet>
  /** Its shares are empty once revoked. */
  shareSet: ShareSetInfo & { authShare: Blob | null; recoverySealed: Blob | null }
  recoveryMethod: Columns<RecoveryMethod>
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
  audit: Omit<Columns<AuditRow>, 'detail'> & { detail: string }
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
  accountNameAddress: NameAddress & { name: string }
  usedSignature: { hash: string; expiresAt: number }
  /** The last good copies of lists that the gateway fetches. */
  tokenList: Columns<TokenListCopy> & { urlHash: string }
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
