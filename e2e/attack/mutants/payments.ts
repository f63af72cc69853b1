/** Mutants for payments from the modal. */
import { type Mutant, weakenUnit } from './mutant.ts'

const rules = 'frame-app/src/modal/state/recipient-rules.ts'
const sending = 'frame-app/src/shared/chains/eip155/sending.ts'
const confirm = 'frame-app/src/modal/flows/send-confirm.ts'
const marker = 'frame-app/src/modal/flows/ask-once.ts'
const request = 'frame-app/src/modal/flows/send-request.ts'

export const payments: readonly Mutant[] = [
  weakenUnit('C144', 'only longer ends are compared', rules, '{ start: 4, end: 4 }', '{ start: 6, end: 6 }'),
  weakenUnit(
    'C144',
    'what the modal shows of an address is not compared',
    rules,
    '{ start: 2, end: 6 }',
    '{ start: 9, end: 9 }',
  ),
  weakenUnit(
    'C144',
    'an address that was paid once is like itself only',
    rules,
    'const alike = [own, ...known].find((other)',
    'const alike = known.some(isSame) ? undefined : [own, ...known].find((other)',
  ),
  weakenUnit(
    'C145',
    'all of the history is known',
    'frame-app/src/modal/flows/send-known.ts',
    'entries.filter(({ from }) => isOwn(from))',
    'entries',
  ),
  weakenUnit(
    'C146',
    'invisible characters are accepted',
    request,
    "if (to !== undefined && toVisible(to).trim() !== to) throw bad('to')",
    '',
  ),
  weakenUnit(
    'C146',
    'a token may be of another network',
    request,
    "if (contract && chainId !== undefined && contract.chainId !== chainId) throw bad('token')",
    '',
  ),
  weakenUnit(
    'C147',
    'a page fills in as a visitor does',
    'frame-app/src/modal/flows/send.ts',
    "isFromPage: by === 'page'",
    'isFromPage: false',
  ),
  weakenUnit(
    'C157',
    'the list names the currency',
    'frame-app/src/modal/state/sendable.ts',
    '{ ...currency, name: network.currency.name, symbol: network.currency.symbol }',
    'currency',
  ),
  weakenUnit(
    'C157',
    'tokens of all networks are listed',
    'frame-app/src/modal/state/sendable.ts',
    'if (parsed && parsed.chainId !== id) return null',
    '',
  ),
  weakenUnit(
    'C148',
    'decimals are those of the currency',
    sending,
    'decimals: Number(decimals)',
    'decimals: network.currency.decimals',
  ),
  weakenUnit(
    'C149',
    'what leaves arrives',
    'frame-app/src/shared/chains/eip155/forecast.ts',
    'arrives: otherAfter - otherBefore',
    'arrives: ownBefore - ownAfter',
  ),
  weakenUnit(
    'C150',
    'a press while another is under way counts',
    confirm,
    "review.status !== 'ready' || isUnderWay(store.get(sendingAtom))",
    "review.status !== 'ready'",
  ),
  weakenUnit(
    'C150',
    'tabs do not wait for each other',
    marker,
    'return lock ? work() : Promise.resolve(undefined)',
    'return work()',
  ),
  weakenUnit(
    'C150',
    'what was begun is forgotten',
    confirm,
    'markBegun(context, draft.account, contentOf(shown.payment))',
    '',
  ),
  weakenUnit(
    'C151',
    'any fee is signed',
    sending,
    'fresh.fee.expected <= shown.fee.most ? shown.request : undefined',
    'shown.request',
  ),
  weakenUnit(
    'C152',
    'any account of the wallet pays',
    confirm,
    '&& addressOf(connection.active) === shown.payment.from.toLowerCase()',
    '',
  ),
  weakenUnit(
    'C153',
    'any price of gas is believed',
    'frame-app/src/shared/chains/eip155/fees.ts',
    '10n ** 15n',
    '10n ** 30n',
  ),
  weakenUnit(
    'C154',
    'checksums are not verified',
    sending,
    'return getAddress(address.toLowerCase() as Address) === address',
    'return true',
  ),
  weakenUnit('C154', 'every address can be paid', rules, 'burns[namespace]?.test(key) ?? false', 'false'),
  weakenUnit(
    'C155',
    'names are taken as they are typed',
    'frame-app/src/shared/chains/eip155/ens.ts',
    'const name = normalize(typed.trim())',
    'const name = typed.trim()',
  ),
  weakenUnit(
    'C156',
    'the answer may be about any name',
    'frame-app/src/modal/flows/send-names.ts',
    'Array.isArray(found) || found.name.toLowerCase() !== name',
    'Array.isArray(found)',
  ),
]
