/** Mutants for wallets of the page, for links that the page opens, and for its own frame. */
import { type Mutant, weaken, weakenUnit } from './mutant.ts'

const registry = 'host-sdk/src/injected/registry.ts'
const announced = 'protocol/src/contracts/shapes/announced.ts'
const signIn = 'host-sdk/src/standard/sign-in.ts'
const standard = 'host-sdk/src/injected/wallet-standard.ts'
const parts = 'host-sdk/src/injected/wallet-standard-parts.ts'
const calls = 'host-sdk/src/injected/wallet-standard-calls.ts'

export const pageWallets: readonly Mutant[] = [
  weaken('C57', 'a borrowed uuid is no dispute', registry, '(uuid && entry.uuid === uuid) ||', ''),
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
  weaken('C181', 'a wallet that cannot connect is listed', parts, '!connect || ', ''),
  weaken('C181', 'a wallet that cannot sign is listed', parts, '|| !Object.values(signing).some(Boolean)', ''),
  weaken('C181', 'our own wallet is listed', standard, ' || Reflect.get(wallet, ownMark) === true', ''),
  weaken('C181', 'any network will do', standard, '!chains.some(', 'chains.length > 99 && !chains.some('),
  weaken(
    'C181',
    'two of one name are no dispute',
    registry,
    '(serves && entry.serves && entry.name === name)',
    'false',
  ),
  weaken(
    'C181',
    'the name is read when it is shown',
    standard,
    'return { name, icon,',
    "return { get name() { return String(Reflect.get(wallet, 'name')) }, icon,",
  ),
  weaken('C182', 'any account may be asked', calls, 'address === pubkey', 'address !== undefined'),
  weaken(
    'C182',
    'any network may be asked',
    calls,
    "if (chain === undefined) throw new AirlockError('CHAIN_NOT_SUPPORTED')",
    '',
  ),
  weaken('C182', 'a signature of another message counts', calls, ' !== message)', ' === undefined)'),
  weaken('C182', 'signatures of any length count', calls, 'bytes.length !== signatureBytes', 'bytes.length === 0'),
  weaken('C182', 'any number of outputs counts', calls, ' || outputs.length !== inputs.length', ''),
  weaken('C182', 'accounts of any form count', parts, 'address.test(text) && ', ''),
  weaken(
    'C182',
    'the modal believes the page',
    'frame-app/src/modal/connectors/injected/solana.ts',
    'if (!parsed.success)\n',
    'if (method.length === 0)\n',
  ),
  weaken(
    'C183',
    'two wallets of one namespace share a row',
    'frame-app/src/modal/state/connectors.ts',
    'return isOne && ',
    'return ',
  ),
  weaken(
    'C183',
    'a disputed wallet shares a row',
    'frame-app/src/modal/state/connectors.ts',
    ' && !named.some(({ disputed }) => disputed)',
    '',
  ),
]
