/** Mutants for accounts of Polkadot. */
import { type Mutant, weaken } from './mutant.ts'

const ss58 = 'frame-app/src/shared/chains/polkadot/ss58.ts'
const asked = 'frame-app/src/shared/chains/polkadot/asked.ts'
const session = 'frame-app/src/modal/connectors/walletconnect/polkadot.ts'

const reader = 'host-sdk/src/injected/injected-web3.ts'
const parts = 'host-sdk/src/injected/injected-web3-parts.ts'
const calls = 'host-sdk/src/injected/injected-web3-calls.ts'
const part = 'frame-app/src/modal/connectors/injected/polkadot.ts'

export const polkadot: readonly Mutant[] = [
  weaken('C200', 'an entry that cannot be asked is listed', reader, '!name || !enable', '!name || enable === null'),
  weaken(
    'C200',
    'a name is not cleaned',
    reader,
    'readName(Object.hasOwn(names, key) ? names[key] : key)',
    '(Object.hasOwn(names, key) ? names[key] : key)',
  ),
  weaken(
    'C200',
    'a wallet of another namespace is a rival',
    'host-sdk/src/injected/registry.ts',
    ' && entry.provider.namespace === provider.namespace',
    '',
  ),
  weaken(
    'C200',
    'a trap of the list stops the discovery',
    reader,
    "quietly(() => (typeof list === 'object' && list !== null ? Object.keys(list) : [])) ?? []",
    "(typeof list === 'object' && list !== null ? Object.keys(list) : [])",
  ),
  weaken('C201', 'any account may be asked', calls, 'account.address === address', 'account.address !== undefined'),
  weaken('C201', 'any text is a signature', calls, ' || !signature.test(given)', ''),
  weaken('C201', 'accounts of any form count', parts, ' || !address.test(at)', ''),
  weaken('C201', 'accounts without end', parts, 'Math.min(list.length, mostAccounts)', 'list.length'),
  weaken('C201', 'the modal believes the page', part, 'if (!parsed.success)\n', 'if (method.length === 0)\n'),
  weaken(
    'C202',
    'an account of a wallet needs no checksum',
    part,
    'const address = addressOn(chainId, account.address)',
    'const address = addressOn(chainId, account.address) ?? account.address',
  ),
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
