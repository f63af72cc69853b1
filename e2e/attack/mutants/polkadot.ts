/** Mutants for accounts of Polkadot. */
import { type Mutant, weaken } from './mutant.ts'

const ss58 = 'frame-app/src/shared/chains/polkadot/ss58.ts'
const asked = 'frame-app/src/shared/chains/polkadot/asked.ts'
const session = 'frame-app/src/modal/connectors/walletconnect/polkadot.ts'

export const polkadot: readonly Mutant[] = [
  weaken(
    'C201',
    'any object is a signature of a session',
    session,
    'signature: PolkadotSignature',
    'signature: z.any()',
  ),
  weaken('C202', 'checksums do not count', ss58, 'byte === bytes[body.length + at]', 'byte !== undefined'),
  weaken('C202', 'any length is an account', ss58, ' || bytes.length !== head + idBytes + checksumBytes', ''),
  weaken(
    'C202',
    'an address of a session needs no checksum',
    'frame-app/src/modal/connectors/walletconnect/namespaces.ts',
    " && (namespace !== 'polkadot' || readSs58(address) !== undefined)",
    '',
  ),
  weaken('C203', 'an extrinsic may name another account', asked, ' || accountKey(payload.address) !== key', ''),
  weaken(
    'C203',
    'an extrinsic may be for another network',
    asked,
    'payload.genesisHash.slice(2, 34).toLowerCase() !== referenceOf(scope)',
    'payload.genesisHash.length === 0 && referenceOf(scope) === undefined',
  ),
  weaken('C203', 'a wallet may change the extrinsic', asked, '  withSignedTransaction: false,\n', ''),
]
