/** Mutants for wallets of the page, for links that the page opens, and for its own frame. */
import { type Mutant, weaken, weakenUnit } from './mutant.ts'

const registry = 'host-sdk/src/injected/registry.ts'
const announced = 'protocol/src/contracts/shapes/announced.ts'
const signIn = 'host-sdk/src/standard/sign-in.ts'

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
  weaken(
    'C99',
    'what is announced is not read',
    'host-sdk/src/announce/eip6963.ts',
    'return parsed.ok ? parsed.value : undefined',
    'return parsed.ok ? parsed.value : (wallet as Announced)',
  ),
  weaken('C99', 'a picture may be markup', announced, ';base64,[A-Za-z0-9+/]+=*$/', ';/', 'as a picture'),
  weaken('C99', 'markup may follow the picture', announced, '[A-Za-z0-9+/]+=*$/', '/', 'after a picture'),
  weaken('C99', 'a picture may have any size', announced, 'z.maxLength(16_384), ', '', 'a picture without end'),
  weaken('C99', 'a name may be blank', announced, '.check(z.regex(/\\S/))', '', 'a blank name'),
  weakenUnit(
    'C100',
    'a sign-in names the domain that the library asks for',
    signIn,
    "if ((read('domain') ?? domain) !== domain) refuseField('domain')",
    "domain = read('domain') ?? domain",
  ),
  weakenUnit(
    'C100',
    'a field of a sign-in may have several lines',
    signIn,
    "typeof value === 'string' && !/[\\p{Cc}\\u2028\\u2029]/u.test(value) ?",
    "typeof value === 'string' ?",
  ),
  weakenUnit(
    'C100',
    'a resource of a sign-in may have several lines',
    signIn,
    "typeof one === 'string' && !/[\\p{Cc}\\u2028\\u2029]/u.test(one) ?",
    "typeof one === 'string' ?",
  ),
  weakenUnit(
    'C100',
    'a sign-in names an account that is not connected',
    signIn,
    "if ((read('address') ?? address) !== address) throw new AirlockError('UNAUTHORIZED')",
    "address = read('address') ?? address",
  ),
]
