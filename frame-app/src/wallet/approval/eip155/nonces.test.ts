/** The nonce of a transaction when the account sends others between its approval and its signature. */
import { encodeFunctionData, erc20Abi, type Hex, numberToHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { getTransactionCount } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chain, openChain, openDesk, send, shows } from '../../../../test/support/approval-desk.ts'
import { createPartition } from '../../../../test/support/custody-world.ts'
import { createSentLog } from '../../../../test/support/sent-log.ts'
import { type Approvals, staleAfterMs } from '../approvals.ts'
import { createNonces } from './nonces.ts'

const never = new AbortController().signal
const you = '0x00000000000000000000000000000000000000c3'
const one = { to: you, value: '0x1' } as const
let chain: Chain
let account: PrivateKeyAccount
beforeAll(async () => {
  chain = await openChain()
})
beforeEach(async () => {
  account = await chain.newAccount()
})
afterEach(() => chain.behaviours.clear())
afterAll(() => chain.stop())

const desk = (partition = createPartition(), sent = createSentLog()) =>
  openDesk({ account, rpcUrl: chain.rpcUrl, partition, sent })

function ask(approvals: Approvals, params: object = one) {
  const answer = approvals.ask(send(params), never)
  answer.catch(() => {})
  return answer
}
async function approve(approvals: Approvals) {
  const { id } = await shows(approvals, 'asking')
  approvals.approve(id, 'frame')
}
// as: what viem calls a hash
const receiptOf = async (answer: Promise<unknown>) => chain.receiptOf((await answer) as Hex)
const nonceOf = ({ signer }: ReturnType<typeof desk>) =>
  signer.asked.map((request) => (request.kind === 'evmTransaction' ? request.nonce : undefined))
const sendElsewhere = (data?: { to: Hex; data: Hex }) => chain.sendElsewhere(account, data ?? { to: you, value: 1n })

type Desk = ReturnType<typeof desk>
/** Both ask side by side, and are approved. @returns the answers that the page gets */
async function bothApproved(...both: readonly [Desk, Desk]) {
  const answers = both.map(({ approvals }) => ask(approvals))
  await Promise.all(both.map(({ approvals }) => shows(approvals, 'asking')))
  await Promise.all(both.map(({ approvals }) => approve(approvals)))
  return answers
}
async function expectBothSent(here: Desk, there: Desk): Promise<void> {
  for (const answer of await bothApproved(here, there)) expect((await receiptOf(answer)).status).toBe('success')
  expect([nonceOf(here), nonceOf(there)]).toEqual([[0], [1]])
}

describe('two tabs', () => {
  test('ask side by side: both are sent, one after the other', async () => {
    const partition = createPartition()
    const [here, there] = [desk(partition), desk(partition)]
    await expectBothSent(here, there)
  })

  test('one is closed while it waits: only one transaction is signed', async () => {
    const partition = createPartition()
    const [here, there] = [desk(partition), desk(partition)]
    const answers = await bothApproved(here, there)
    there.approvals.close()
    await expect(answers[1]).rejects.toMatchObject({ code: 'ABORTED' })
    await answers[0]
    // Resolves after all work that was queued before.
    await partition.alone('', async () => {})
    expect([nonceOf(here), nonceOf(there)]).toEqual([[0], []])
  })
})

describe('two tabs, of a network whose node counts late', () => {
  const countsNothing = () =>
    chain.behaviours.set('eth_getTransactionCount', async () =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x0' }),
    )

  test('are approved side by side: both are sent', async () => {
    countsNothing()
    const partition = createPartition()
    const sent = createSentLog()
    const [here, there] = [desk(partition, sent), desk(partition, sent)]
    await expectBothSent(here, there)
  })

  test('show the nonce after what the other has sent', async () => {
    countsNothing()
    const partition = createPartition()
    const sent = createSentLog()
    const [here, there] = [desk(partition, sent), desk(partition, sent)]
    const answer = ask(here.approvals)
    await approve(here.approvals)
    await answer
    void ask(there.approvals)
    expect((await shows(there.approvals, 'asking')).prepared.request).toMatchObject({ nonce: 1 })
  })
})

test('keys that are lost before signing are fetched again outside the lane, once', async () => {
  const partition = createPartition()
  let opened = 0
  const open = async () => {
    opened += 1
    // While it waits for the user, it must not hold the lane: another tab can send.
    if (opened === 2) {
      const { approvals } = desk(partition)
      const other = ask(approvals)
      await approve(approvals)
      await other
    }
  }
  const locked = openDesk({ account, rpcUrl: chain.rpcUrl, partition, open, locksAt: [1] })
  const answer = ask(locked.approvals)
  await approve(locked.approvals)
  expect((await receiptOf(answer)).status).toBe('success')
  expect([opened, nonceOf(locked)]).toEqual([2, [0, 1]])

  const gone = openDesk({ account, rpcUrl: chain.rpcUrl, partition, locksAt: [1, 2] })
  const refused = ask(gone.approvals)
  await approve(gone.approvals)
  await expect(refused).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

describe('an approved, unsigned transaction', () => {
  /** A wallet that unlocks when the test calls `opened`. */
  function openLater() {
    const waiting: (() => void)[] = []
    const open = () => new Promise<void>((resolve) => waiting.push(resolve))
    const partition = createPartition()
    const own = openDesk({ account, rpcUrl: chain.rpcUrl, partition, open })
    /** Unlocks it, and resolves when the resulting work is done. */
    const opened = async () => {
      for (const resolve of waiting.splice(0)) resolve()
      await new Promise((resolve) => setTimeout(resolve))
      await partition.alone('', async () => {})
    }
    return { ...own, opened }
  }

  test('can be declined', async () => {
    const { approvals, signer, opened } = openLater()
    const answer = ask(approvals)
    await approve(approvals)
    const screen = approvals.screen()
    expect(screen?.status).toBe('checking')
    approvals.decline(screen?.id ?? '')
    await expect(answer).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await opened()
    expect(signer.asked).toEqual([])
  })

  test('still expires', async () => {
    const { approvals, signer, clock, opened } = openLater()
    void ask(approvals)
    await approve(approvals)
    clock.run?.()
    await opened()
    expect([(await shows(approvals, 'stuck')).reason, signer.asked]).toEqual(['expired', []])
  })

  test('is signed once, as it was last shown, after it was checked again', async () => {
    const { approvals, signer, clock, opened } = openLater()
    const answer = ask(approvals)
    await approve(approvals)
    clock.run?.()
    // A new block has another base fee.
    await sendElsewhere()
    approvals.again((await shows(approvals, 'stuck')).id)
    const { prepared } = await shows(approvals, 'asking')
    await approve(approvals)
    await opened()
    expect((await receiptOf(answer)).status).toBe('success')
    expect(signer.asked).toEqual([prepared.request])
  })

  test('expires even while timers are suspended', async () => {
    const { approvals, signer, clock, opened } = openLater()
    void ask(approvals)
    await approve(approvals)
    clock.now += staleAfterMs
    await opened()
    expect([(await shows(approvals, 'stuck')).reason, signer.asked]).toEqual(['expired', []])
  })
})

test('a wallet that waits to be unlocked in one tab keeps no other tab waiting', async () => {
  const partition = createPartition()
  const locked = openDesk({ account, rpcUrl: chain.rpcUrl, partition, open: () => new Promise(() => {}) })
  const waiting = ask(locked.approvals)
  await approve(locked.approvals)
  const { approvals } = desk(partition)
  const answer = ask(approvals)
  await approve(approvals)
  expect((await receiptOf(answer)).status).toBe('success')
  locked.approvals.close()
  await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
  expect(locked.signer.asked).toEqual([])
})

describe('a transaction whose nonce was used meanwhile', () => {
  test('is signed with the next nonce, and otherwise as it was shown', async () => {
    const { approvals, signer } = desk()
    const answer = ask(approvals)
    const { prepared } = await shows(approvals, 'asking')
    await sendElsewhere()
    await approve(approvals)
    expect((await receiptOf(answer)).status).toBe('success')
    expect(signer.asked).toEqual([{ ...prepared.request, nonce: 1 }])
  })

  test('keeps a nonce set by its page: it may be meant to replace another', async () => {
    const own = desk()
    const answer = ask(own.approvals, { ...one, nonce: '0x0' })
    await shows(own.approvals, 'asking')
    await sendElsewhere()
    await approve(own.approvals)
    await expect(answer).rejects.toMatchObject({ code: 'WALLET_FAILED' })
    expect(nonceOf(own)).toEqual([0])
  })

  test.each([
    ['0x0', []],
    ['0x1', ['takesEffectLater']],
    ['0x3e8', ['takesEffectLater']],
  ])('tells the user if its page has set the nonce: %s when the next one is 0 [C370]', async (nonce, warnings) => {
    const own = desk()
    const answer = ask(own.approvals, { ...one, nonce })
    const { prepared } = await shows(own.approvals, 'asking')
    expect(prepared.intent.warnings).toEqual(warnings)
    own.approvals.close()
    await expect(answer).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('tells the user if the nonce is another one’s [C370]', async () => {
    await sendElsewhere()
    const own = desk()
    const answer = ask(own.approvals, { ...one, nonce: '0x0' })
    expect((await shows(own.approvals, 'asking')).prepared.intent.warnings).toEqual(['replacesOther'])
    own.approvals.close()
    await expect(answer).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('is checked again if that happens many times', async () => {
    const own = desk()
    void ask(own.approvals)
    await shows(own.approvals, 'asking')
    chain.behaviours.set('eth_getTransactionCount', async () =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1388' }),
    )
    await approve(own.approvals)
    expect([(await shows(own.approvals, 'stuck')).reason, own.signer.asked]).toEqual(['changed', []])
  })

  test('is checked again if it would fail after another one in the same block', async () => {
    await chain.client.setAutomine(false)
    try {
      const partition = createPartition()
      const [here, there] = [desk(partition), desk(partition)]
      const most = { to: you, value: numberToHex(6n * 10n ** 17n) }
      const answers = [here, there].map(({ approvals }) => ask(approvals, most))
      await Promise.all([here, there].map(({ approvals }) => shows(approvals, 'asking')))
      await approve(here.approvals)
      await answers[0]
      await approve(there.approvals)
      expect([(await shows(there.approvals, 'stuck')).reason, there.signer.asked]).toEqual(['changed', []])
    } finally {
      await chain.client.setAutomine(true)
      await chain.client.mine({ blocks: 1 })
    }
  })

  test('is checked again if its effects have changed', async () => {
    const token = await chain.deployToken(account, 10n)
    const transfer = (amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [you, amount] })
    const own = desk()
    const answer = ask(own.approvals, { to: token, data: transfer(10n) })
    await shows(own.approvals, 'asking')
    await sendElsewhere({ to: token, data: transfer(1n) })
    await approve(own.approvals)
    const { id, reason } = await shows(own.approvals, 'stuck')
    expect([reason, own.signer.asked]).toEqual(['changed', []])
    own.approvals.decline(id)
    await expect(answer).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })
})

test('a node’s acceptance is trusted for a minute; then the network is asked', async () => {
  let now = 0
  const nonces = createNonces({ account: you, log: createSentLog(), now: () => now })
  const asked: string[] = []
  const next = (pending: number) =>
    nonces.next('eip155:1', pending, async (hash) => {
      asked.push(hash)
      return false
    })
  nonces.sent({ scope: 'eip155:1', nonce: 7, hash: '0x07', outcome: 'taken' })
  nonces.sent({ scope: 'eip155:1', nonce: 8, hash: '0x08', outcome: 'taken' })
  expect([await next(7), await next(6), asked]).toEqual([9, 6, []])
  now = 60_000
  expect([await next(7), asked]).toEqual([7, ['0x07']])
  expect([await next(9), await next(7)]).toEqual([9, 7])
})

describe('a sent transaction', () => {
  const known = () => Promise.resolve(true)
  const first = { scope: 'eip155:1', nonce: 0, hash: '0x01', outcome: 'taken' } as const

  test('counts in all tabs, for this account on this network alone', async () => {
    const log = createSentLog()
    createNonces({ account: you, log, now: () => 0 }).sent(first)
    const there = createNonces({ account: you.toUpperCase().replace('0X', '0x'), log, now: () => 0 })
    expect([await there.next('eip155:1', 0, known), await there.next('eip155:10', 0, known)]).toEqual([1, 0])
    const other = createNonces({ account: account.address, log, now: () => 0 })
    expect(await other.next('eip155:1', 0, known)).toBe(0)
  })

  test('counts in its own tab where nothing can be stored', async () => {
    const full = {
      read: () => [],
      write() {
        throw new DOMException('', 'QuotaExceededError')
      },
    }
    const nonces = createNonces({ account: you, log: full, now: () => 0 })
    nonces.sent(first)
    expect(await nonces.next('eip155:1', 0, known)).toBe(1)
  })

  test('is forgotten after a day, and beyond a hundred', async () => {
    let now = 0
    const log = createSentLog()
    const nonces = createNonces({ account: you, log, now: () => now })
    nonces.sent(first)
    now = 24 * 60 * 60_000
    for (let nonce = 1; nonce <= 101; nonce++) nonces.sent({ ...first, nonce })
    expect(log.read().map(({ nonce }) => nonce)).toEqual(Array.from({ length: 100 }, (_, index) => index + 2))
  })

  test('is looked up if it is the last one with a nonce', async () => {
    let now = 0
    const nonces = createNonces({ account: you, log: createSentLog(), now: () => now })
    nonces.sent({ ...first, outcome: 'unclear' })
    now = 1
    nonces.sent({ ...first, hash: '0x02', outcome: 'unclear' })
    expect(await nonces.next('eip155:1', 0, async (hash) => hash === '0x02')).toBe(1)
  })
})

describe('a node that', () => {
  test('does not answer before signing stops the transaction, which can be requested again', async () => {
    const own = desk()
    const answer = ask(own.approvals)
    await shows(own.approvals, 'asking')
    chain.behaviours.set('eth_getTransactionCount', async () => undefined)
    await approve(own.approvals)
    const { id, reason } = await shows(own.approvals, 'stuck')
    expect([reason, own.signer.asked]).toEqual(['network', []])
    chain.behaviours.clear()
    own.approvals.again(id)
    await approve(own.approvals)
    expect((await receiptOf(answer)).status).toBe('success')
    expect(own.signer.asked).toHaveLength(1)
  })

  test('refuses to return the count is treated as unreachable: the transaction is fine', async () => {
    const own = desk()
    void ask(own.approvals)
    await shows(own.approvals, 'asking')
    const refusal = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit exceeded' } })
    chain.behaviours.set('eth_getTransactionCount', async () => refusal)
    await approve(own.approvals)
    expect(await shows(own.approvals, 'stuck')).toMatchObject({ reason: 'network' })
  })

  test('has not counted what it has just taken does not bring the nonce back', async () => {
    const own = desk()
    chain.behaviours.set('eth_getTransactionCount', async () =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x0' }),
    )
    for (const _ of [1, 2, 3]) {
      const answer = ask(own.approvals)
      await approve(own.approvals)
      expect((await receiptOf(answer)).status).toBe('success')
    }
    expect(nonceOf(own)).toEqual([0, 1, 2])
  })

  test('has silently accepted one, and counts it late, is asked whether it knows it', async () => {
    const own = desk()
    chain.behaviours.set('eth_getTransactionCount', async () =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x0' }),
    )
    chain.behaviours.set('eth_sendRawTransaction', async (ask) => void (await ask()))
    const unclear = ask(own.approvals)
    await approve(own.approvals)
    await unclear
    chain.behaviours.delete('eth_sendRawTransaction')
    const answer = ask(own.approvals)
    await approve(own.approvals)
    expect((await receiptOf(answer)).status).toBe('success')
    expect((await receiptOf(unclear)).status).toBe('success')
    expect(nonceOf(own)).toEqual([0, 1])
  })

  test('has silently lost one leaves no gap in the nonces', async () => {
    const own = desk()
    chain.behaviours.set('eth_sendRawTransaction', async () => undefined)
    const lost = ask(own.approvals)
    await approve(own.approvals)
    await lost
    chain.behaviours.clear()
    const answer = ask(own.approvals)
    await approve(own.approvals)
    expect((await receiptOf(answer)).status).toBe('success')
    expect(nonceOf(own)).toEqual([0, 0])
    expect(await getTransactionCount(chain.client, account)).toBe(1)
  })
})
