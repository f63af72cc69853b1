/** The details of each kind of request. */
import { formatEther } from 'viem/utils'
import { element } from '../../dom.ts'
import type { Hex } from '../../parse.ts'
import type { Ask } from '../asks.ts'
import { toReadable } from './readable.ts'

type Of<K extends Ask['kind']> = Extract<Ask, { kind: K }>

export function details(ask: Ask, origin: string): Node[] {
  switch (ask.kind) {
    case 'connect':
      return connect(ask)
    case 'message':
      return message(ask, origin)
    case 'typedData':
      return typedData(ask)
    case 'transaction':
      return transaction(ask)
    case 'switch':
      return [rows(['From', ask.from], ['To', ask.to])]
    case 'add':
      return [
        rows(
          ['Name', ask.name],
          ['Chain', String(Number(ask.chainId))],
          ['Currency', ask.symbol],
          ['RPC', mono(ask.rpcUrl)],
        ),
        about('The wallet will switch to it. Only addresses on this machine are accepted.'),
      ]
  }
}

function connect({ account, network }: Of<'connect'>): Node[] {
  return [
    about(
      'The site will see your address, network and balance. It can ask you to sign, but nothing happens without you.',
    ),
    rows(['Account', mono(account)], ['Network', network]),
  ]
}

function message({ account, message: bytes }: Of<'message'>, origin: string): Node[] {
  const text = toReadable(bytes)
  const body = element('pre', { class: 'text', tabindex: '0', 'aria-label': 'Message' }, text ?? bytes)
  const notes = text === undefined ? [caution('These bytes are not text. Sign only if you know what they are.')] : []
  // EIP-4361 names the site in the first line; if it is another site, this is a phishing attempt.
  const site = /^(\S+) wants you to sign in with your Ethereum account/.exec(text ?? '')?.[1]
  if (site !== undefined && site !== new URL(origin).host)
    notes.push(caution(`This message signs in to ${site}, not to the site that asks.`))
  return [...notes, body, rows(['Account', mono(account)])]
}

function typedData({ account, primaryType, domain, contract, rows: fields, hidden, raw }: Of<'typedData'>): Node[] {
  return [
    rows(
      ['Type', primaryType],
      ...(domain === undefined ? [] : [['For', domain] as const]),
      ...(contract === undefined ? [] : [['Contract', mono(contract)] as const]),
    ),
    element('h2', {}, 'Contents'),
    rows(...fields.map(({ name, value }) => [name, mono(value)] as const)),
    ...(hidden ? [caution('Not everything fits here. Read the full data before you sign.')] : []),
    element('details', {}, element('summary', {}, 'Full data'), element('pre', { class: 'text' }, pretty(raw))),
    rows(['Account', mono(account)]),
  ]
}

function transaction({ transaction: prepared, network, symbol }: Of<'transaction'>): Node[] {
  const value = BigInt(prepared.value)
  const fee = BigInt(prepared.gas) * BigInt(prepared.maxFeePerGas)
  const amount = (wei: bigint) => element('span', { class: 'figure' }, `${formatEther(wei)} ${symbol}`)
  const hasData = prepared.data !== '0x'
  return [
    element('p', { class: 'amount' }, `${value === 0n ? '' : '−'}${formatEther(value)} ${symbol}`),
    rows(
      ['To', prepared.to === undefined ? 'A new contract' : mono(prepared.to)],
      ['From', mono(prepared.from)],
      ['Network', network],
      ['Network fee, at most', amount(fee)],
      ['Total, at most', amount(value + fee)],
    ),
    ...(hasData ? [caution('This transaction runs code of a contract.'), dataDetails(prepared.data)] : []),
  ]
}

function dataDetails(data: Hex): Node {
  const size = (data.length - 2) / 2
  return element('details', {}, element('summary', {}, `Data, ${size} bytes`), element('pre', { class: 'text' }, data))
}

function rows(...lines: readonly (readonly [label: string, value: string | Node])[]): HTMLElement {
  const pairs = lines.map(([label, value]) => element('div', {}, element('dt', {}, label), element('dd', {}, value)))
  return element('dl', { class: 'summary' }, ...pairs)
}

const mono = (value: string) => element('bdi', { class: 'mono', dir: 'ltr' }, value)
const about = (text: string) => element('p', { class: 'about' }, text)
const caution = (text: string) => element('p', { class: 'caution' }, text)

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
