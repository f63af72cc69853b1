/** The page's labels for addresses: taken over by the link's handler, shown beside the address. */
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import { Provider } from 'jotai'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ModalContextProvider } from '../src/modal/core/modal-context.ts'
import { AccountView } from '../src/modal/home/account/AccountView.tsx'
import { appHandlers } from '../src/modal/host/handlers.ts'
import { addressLabelsAtom, labelOf } from '../src/modal/session/labels.ts'
import { connectionsAtom } from '../src/modal/session/state/accounts.ts'
import { isLocked } from '../src/shared/i18n/locked.ts'
import { createTestModal } from './support/modal.ts'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const other = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const handling: HandlerContext = { signal: new AbortController().signal, waitsForPerson: () => {} }

afterEach(() => vi.unstubAllGlobals())

function setUp() {
  vi.stubGlobal('location', { origin: 'https://modal.example' })
  const { context, store } = createTestModal()
  const wallet = { id: 'w', type: 'announced', name: 'Wallet', handle: 'handle-1' } as const
  store.set(connectionsAtom, {
    eip155: {
      status: 'connected',
      wallet,
      accounts: [`eip155:1:${address}`],
      active: `eip155:1:${address}`,
      chainId: 'eip155:1',
    },
  })
  const { SYNC_LABELS } = appHandlers(
    () => context,
    () => {},
  )
  return {
    store,
    label: (labels: Record<string, unknown>) => SYNC_LABELS({ labels } as never, handling), // as: what a page may send
    labelOf: (of: string) => labelOf(store.get(addressLabelsAtom), of),
    /** The account view, as text: tags become bars. */
    drawn() {
      const inside = createElement(ModalContextProvider, { value: context }, createElement(AccountView))
      const html = renderToStaticMarkup(createElement(Provider, { store }, inside))
      return html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|')
    },
  }
}

describe('labels of the page', () => {
  test('replace those from before, and are found whatever the case of an EVM address', async () => {
    const { label, labelOf } = setUp()
    await label({ [address.toLowerCase()]: 'Savings', [other]: 'Stakes' })
    expect([labelOf(address), labelOf(address.toUpperCase()), labelOf(other)]).toEqual(['Savings', 'Savings', 'Stakes'])
    await label({ [other]: 'Stakes' })
    expect([labelOf(address), labelOf(other)]).toEqual([undefined, 'Stakes'])
    expect(labelOf(other.toLowerCase())).toBeUndefined()
  })

  test('are one line without invisible or reordering characters, and short [C250]', async () => {
    const { label, labelOf } = setUp()
    await label({ [address]: '  Sa\u202evings\u200b\n for\u2028 rent  ', [other]: 'word '.repeat(25) })
    expect(labelOf(address)).toBe('Savings for rent')
    expect(labelOf(other)?.length).toBeLessThanOrEqual(48)
    await label({ [address]: '\u200b\u202e ' })
    expect(labelOf(address)).toBeUndefined()
  })

  test.each([
    '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
    '0xd8dA…6045',
    'wallet 0xd8dA',
    '７EcD…FLtV',
    '7EcD...FLtV',
    '7EcD .. FLtV',
    'bc1qw508d6',
    '7EcDhSYGxXyscszYEp35',
  ])('a label that looks like an address is not shown: %s [C250]', async (text) => {
    const { label, labelOf } = setUp()
    await label({ [address]: text, [other]: 'Stakes' })
    expect([labelOf(address), labelOf(other)]).toEqual([undefined, 'Stakes'])
  })

  test.each(['Savings', 'Cold storage, since 2019', 'Donaudampfschifffahrtsgesellschaft', 'オックス 2'])(
    'an ordinary label is shown: %s',
    async (text) => {
      const { label, labelOf } = setUp()
      await label({ [address]: text })
      expect(labelOf(address)).toBe(text)
    },
  )

  test.each([
    ['no table', 1],
    ['not an address', { short: 'Savings' }],
    ['no label', { [address]: 7 }],
    ['a label that is too long', { [address]: 'x'.repeat(129) }],
    [
      'one too many',
      Object.fromEntries(Array.from({ length: 257 }, (_, index) => [`0x${String(index).padStart(40, '0')}`, 'x'])),
    ],
  ])('%s is refused, and what was there stays', async (_, labels) => {
    const { label, labelOf } = setUp()
    await label({ [address]: 'Savings' })
    await expect(label(labels as never)).rejects.toMatchObject({ code: 'BAD_SHAPE' })
    expect(labelOf(address)).toBe('Savings')
  })

  test('stand beside the address, as words of the site, and never in its place [C250]', async () => {
    const { label, drawn } = setUp()
    expect(drawn()).toContain('|0x71…d8976F|')
    await label({ [address]: 'Savings' })
    expect(drawn()).toContain('Called by this site: Savings')
    expect(drawn()).toContain('|0x71…d8976F|')
    // A page that could change these words could leave out whose they are.
    expect(isLocked('account.label')).toBe(true)
  })
})
