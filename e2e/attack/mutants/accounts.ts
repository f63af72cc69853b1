/** Mutants for what is shown and signed of an account. */
import { type Mutant, weaken } from './mutant.ts'

const labels = 'frame-app/src/modal/flows/labels.ts'

export const accountMutants: readonly Mutant[] = [
  weaken('C250', 'a label may be an address', labels, "text === '' || resemblesAddress(text)", "text === ''"),
  weaken('C250', 'a label is shown as it came', labels, 'toDisplayText(label)', 'label'),
  weaken(
    'C250',
    'a label stands in place of the address',
    'frame-app/src/modal/views/account/AccountView.tsx',
    '          <AddressButton address={address} />\n',
    '',
  ),
  weaken(
    'C250',
    'a page changes what is said of its labels',
    'frame-app/src/shared/i18n/locked.ts',
    "      'account.label',\n",
    '',
  ),
  weaken(
    'C251',
    'what the wallet wrote is not compared with what was shown',
    'frame-app/src/modal/flows/sign-in-solana.ts',
    'JSON.stringify(readSignInText(message)) === JSON.stringify(read)',
    'readSignInText(message) !== undefined',
  ),
  weaken(
    'C251',
    'a message for another account is signed',
    'frame-app/src/modal/flows/sign-in-solana.ts',
    'address === accountAddress && ',
    '',
  ),
  weaken(
    'C251',
    'the account of the answer is not read',
    'host-sdk/src/injected/wallet-standard-calls.ts',
    "if (quietly(() => fieldOf(fieldOf(output, 'account'), 'address')) !== pubkey)",
    "if (fieldOf(output, 'account') === null)",
  ),
  weaken(
    'C252',
    'what was signed is sent, whatever it is',
    'frame-app/src/shared/chains/solana/broadcast.ts',
    'if (base58.encode(message) !== base58.encode(readTransaction(base58.decode(asked)).message))',
    'if (message.length === 0)',
  ),
]
