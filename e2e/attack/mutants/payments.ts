/** Mutants for payments from the modal. */
import { type Mutant, weakenUnit } from './mutant.ts'

const rules = 'frame-app/src/modal/state/recipient-rules.ts'
const sending = 'frame-app/src/shared/chains/eip155/sending.ts'
const confirm = 'frame-app/src/modal/flows/send-confirm.ts'
const marker = 'frame-app/src/modal/flows/send-marker.ts'
const request = 'frame-app/src/modal/flows/send-request.ts'

export const payments: readonly Mutant[] = [
  weakenUnit('C211', 'only longer ends are compared', rules, '{ start: 4, end: 4 }', '{ start: 6, end: 6 }'),
  weakenUnit(
    'C211',
    'what the modal shows of an address is not compared',
    rules,
    '{ start: 2, end: 6 }',
    '{ start: 9, end: 9 }',
  ),
  weakenUnit(
    'C211',
    'an address that was paid once is like itself only',
    rules,
    'const alike = [own, ...known].find((other)',
    'const alike = known.some(isSame) ? undefined : [own, ...known].find((other)',
  ),
  weakenUnit(
    'C212',
    'all of the history is known',
    'frame-app/src/modal/flows/send-known.ts',
    'entries.filter(({ from }) => isOwn(from))',
    'entries',
  ),
  weakenUnit(
    'C213',
    'letters that nobody sees are taken',
    request,
    "if (to !== undefined && toVisible(to).trim() !== to) throw bad('to')",
    '',
  ),
  weakenUnit(
    'C213',
    'a token may be of another network',
    request,
    "if (contract && chainId !== undefined && contract.chainId !== chainId) throw bad('token')",
    '',
  ),
  weakenUnit(
    'C214',
    'a page fills in as a visitor does',
    'frame-app/src/modal/flows/send.ts',
    'isFromPage: prefill !== undefined',
    'isFromPage: false',
  ),
  weakenUnit(
    'C224',
    'the list names the currency',
    'frame-app/src/modal/state/sendable.ts',
    '{ ...currency, name: network.currency.name, symbol: network.currency.symbol }',
    'currency',
  ),
  weakenUnit(
    'C224',
    'tokens of all networks are listed',
    'frame-app/src/modal/state/sendable.ts',
    'if (parsed && parsed.chainId !== id) return null',
    '',
  ),
  weakenUnit(
    'C215',
    'decimals are those of the currency',
    sending,
    'decimals: Number(decimals)',
    'decimals: network.currency.decimals',
  ),
  weakenUnit(
    'C216',
    'what leaves arrives',
    'frame-app/src/shared/chains/eip155/forecast.ts',
    'arrives: otherAfter - otherBefore',
    'arrives: ownBefore - ownAfter',
  ),
  weakenUnit(
    'C217',
    'a press while another is under way counts',
    confirm,
    "review.status !== 'ready' || isUnderWay(store.get(sendingAtom))",
    "review.status !== 'ready'",
  ),
  weakenUnit(
    'C217',
    'tabs do not wait for each other',
    marker,
    '(lock ? work() : Promise.resolve(undefined))',
    'lock !== 0 && work()',
  ),
  weakenUnit('C217', 'what was begun is forgotten', confirm, 'markBegun(context, draft.account, shown.payment)', ''),
  weakenUnit(
    'C218',
    'any fee is signed',
    sending,
    'fresh.fee.expected <= shown.fee.most ? shown.request : undefined',
    'shown.request',
  ),
  weakenUnit(
    'C219',
    'any account of the wallet pays',
    confirm,
    '&& addressOf(connection.active) === shown.payment.from.toLowerCase()',
    '',
  ),
  weakenUnit(
    'C220',
    'any price of gas is believed',
    'frame-app/src/shared/chains/eip155/fees.ts',
    '10n ** 15n',
    '10n ** 30n',
  ),
  weakenUnit(
    'C221',
    'capitals say nothing',
    sending,
    'return getAddress(address.toLowerCase() as Address) === address',
    'return true',
  ),
  weakenUnit('C221', 'every address can be paid', rules, 'burns[namespace]?.test(key) ?? false', 'false'),
  weakenUnit(
    'C222',
    'names are taken as they are typed',
    'frame-app/src/shared/chains/eip155/ens.ts',
    'const name = normalize(typed.trim())',
    'const name = typed.trim()',
  ),
  weakenUnit(
    'C223',
    'the answer may be about any name',
    'frame-app/src/modal/flows/send-names.ts',
    'Array.isArray(found) || found.name.toLowerCase() !== name',
    'Array.isArray(found)',
  ),
]
