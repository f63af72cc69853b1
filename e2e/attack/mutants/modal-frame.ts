/** Mutants for what a page gives the modal to show, and for what the modal sends. */
import { type Mutant, weaken, weakenUnit } from './mutant.ts'

const overrides = 'frame-app/src/shared/i18n/overrides.ts'
const walletSearch = 'frame-app/src/modal/flows/wallet-search.ts'
const account = 'frame-app/src/wallet/login/account.ts'
const locked = 'frame-app/src/shared/i18n/locked.ts'

export const modalFrame: readonly Mutant[] = [
  weaken('C60', 'a page replaces locked texts', overrides, 'if (isLocked(key)) return', 'if (key === "") return'),
  weaken('C60', 'texts of the device approval are free', locked, `emailDevice: 'locked'`, `emailDevice: 'free'`),
  weaken(
    'C60',
    'only whole groups are locked',
    locked,
    'rule.locked.some((prefix) => key.startsWith(prefix))',
    'rule.locked.includes(group)',
  ),
  weaken(
    'C60',
    'a text may leave out values of the original',
    overrides,
    'if (missing.length > 0) return',
    'if (missing.length > 99) return',
  ),
  weaken(
    'C62',
    'large messages are counted, not weighed',
    'protocol/src/channel.ts',
    `if (!volume.take(size)) return end('FLOOD')`,
    '',
  ),
  weaken(
    'C62',
    'an honest end sends faster than the other end accepts',
    'protocol/src/channel/outbox.ts',
    'if (!pace.take() || !volume.take(entry.size)) {',
    'if (!pace.take()) {',
  ),
  weaken(
    'C62',
    'the signed object of a session may hold anything',
    'protocol/src/contracts/shapes/sign-in.ts',
    'cacao: z.optional(Cacao)',
    'cacao: z.optional(z.unknown())',
  ),
  weakenUnit(
    'C63',
    'the wallet draws in the font of the page',
    'frame-app/src/wallet/screen/theme.ts',
    'variables: kept,',
    'variables,',
  ),
  weaken(
    'C63',
    'the origin line has the font of the page',
    'frame-app/src/shared/ui/shell/OriginLine.tsx',
    'data-font="fixed"',
    '',
  ),
  weaken(
    'C63',
    'amounts have the font of the page',
    'frame-app/src/shared/ui/figures/Amount.tsx',
    'data-font="fixed"',
    '',
  ),
  weaken(
    'C63',
    'the sign-in text has the font of the page',
    'frame-app/src/modal/views/sign-in/SIWXSignMessageView.tsx',
    ' data-font="fixed"',
    '',
  ),
  weaken(
    'C64',
    'the listing is asked for any search',
    'frame-app/src/modal/flows/listing.ts',
    'if (!isWalletName(query)) return',
    'if (query.length > 1000) return',
  ),
  weaken('C64', 'a search may have any number of words', walletSearch, 'words: 3,', 'words: 99,'),
  weaken('C64', 'a search may have any number of digits', walletSearch, 'digits: 4,', 'digits: 99,'),
  weaken('C64', 'hex is taken for a name', walletSearch, '/^0x/i.test(word) ||', ''),
  weaken(
    'C64',
    'the text of a search is counted',
    'frame-app/src/modal/flows/listing.ts',
    'searchLength: query.length }',
    'search: query } as never',
  ),
  weaken(
    'C85',
    'the embedded wallet moves to a namespace where it has no account',
    account,
    `if (!isServed(namespace)) throw`,
    `if (namespace === 'polkadot') throw`,
  ),
  weaken(
    'C85',
    'the embedded wallet moves to a network without nodes',
    account,
    'if (!hasNodes(chainId)) throw',
    `if (chainId === 'eip155:0') throw`,
  ),
  weaken(
    'C85',
    'any stored network is used',
    account,
    'kept !== undefined && isServed(namespaceOf(kept))',
    'kept !== undefined',
  ),
  weakenUnit(
    'C104',
    'a token has the name that the gateway gives it',
    'frame-app/src/modal/state/token-rules.ts',
    "name: toDisplayText(name, { max: 32, fallback: shownSymbol || '?' }),",
    'name,',
  ),
  weakenUnit(
    'C104',
    'an amount may be any text',
    'protocol/src/gateway/shapes.ts',
    'z.string().check(z.regex(/^\\d{1,78}(\\.\\d{1,78})?$/))',
    'z.string()',
  ),
  weaken(
    'C105',
    'a page places the modal before it has configured it',
    'frame-app/src/modal/link/handlers.ts',
    'PLACE({ inline }) {\n      configured()\n',
    'PLACE({ inline }) {\n',
    'a box of the page',
  ),
  weaken(
    'C105',
    'the origin line goes with the button to close',
    'frame-app/src/shared/ui/shell/Header.module.css',
    ':root[data-inline] .end {',
    ':root[data-inline] .end,\n:root[data-inline] .header + * {',
    'a box of the page',
  ),
]
