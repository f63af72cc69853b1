/** Mutants for wallets of the page, for links that the page opens, and for its own frame. */
import { type Mutant, weaken, weakenUnit } from './mutant.ts'

const registry = 'host-sdk/src/injected/registry.ts'

export const pageWallets: readonly Mutant[] = [
  weaken('C57', 'a borrowed uuid is no dispute', registry, '(uuid && entry.uuid === uuid) || ', ''),
  weaken('C57', 'only the later wallet is disputed', registry, 'for (const rival of rivals) rival.disputed = true', ''),
  weakenUnit(
    'C58',
    'a rival beyond the limit is not listed',
    registry,
    ' + (entry.disputed ? limits.rivalWallets : 0)',
    '',
  ),
  weakenUnit(
    'C58',
    'a rival takes the place of a listed wallet',
    registry,
    'else isCut = true',
    'else {\n      isCut = true\n      if (entry.disputed) entries[entries.findLastIndex((one) => !one.disputed)] = entry\n    }',
  ),
  weakenUnit('C58', 'nobody is told that the list is cut', registry, 'isCut = true', 'isCut = false'),
  weaken('C59', 'a page on a computer is sent away', 'host-sdk/src/links/browse.ts', 'isPhone() && ', ''),
  weaken(
    'C59',
    'the query goes along',
    'host-sdk/src/links/browse.ts',
    'encodeURIComponent(origin + pathname)',
    'encodeURIComponent(location.href)',
  ),
  weaken(
    'C65',
    'a query may stand before the code',
    'host-sdk/src/links/pairing.ts',
    '[\\w./:~-]{0,300}',
    '[\\w./?=&:~-]{0,300}',
  ),
  weaken('C65', 'the page starts what is no wallet', 'host-sdk/src/links/pairing.ts', ' || !isAppScheme(scheme)', ''),
  weaken(
    'C65',
    'the frame believes a listing that names no wallet',
    'frame-app/src/modal/api/listed-wallet.ts',
    'isAppScheme(scheme) && ',
    '',
  ),
  weaken(
    'C84',
    'a frame behind the card takes input',
    'host-sdk/src/frame/element.ts',
    'iframe.inert = !skeleton.element.hidden',
    'iframe.inert = false',
  ),
]
