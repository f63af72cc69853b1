/** A hostile frame build inside an honest page: what it can ask for, open, reach and take. */
import type { Airlock } from '@airlock/host-sdk'
import type { Frame, Locator, Page } from '@playwright/test'
import type { HostPage } from '../../setup/pages.ts'
import { tabUntil } from '../../setup/tab-to.ts'
import type { World } from '../../world/world.ts'
import { frameAt } from '../ends.ts'
import { announceHostile, announceMisanswering } from '../hostile/wallets.ts'
import { attack, expect, test } from '../test.ts'

/** Opens the SDK with the hostile frame. */
async function shown({ page, world, host }: { page: Page; world: World; host: HostPage }) {
  const loaded = frameAt(page, 'attack-frame.html')
  await host.create({ frameUrl: `${world.origins.modal}/fixtures/attack-frame.html` })
  await host.connect()
  const frame = await loaded
  await expect.poll(() => frame.title()).toBe('Live')
  await frame.evaluate(async () => void (await window.hostile.peer.asked('OPEN')))
  return frame
}

const handleIn = (frame: Frame): Promise<string> =>
  frame.evaluate(async () => {
    const { peer } = window.hostile
    const found = await peer.until(() => {
      for (const { message } of [...peer.heard].reverse())
        if (message.type === 'WALLETS') {
          const { wallets } = message.payload as { wallets: { handle: string }[] }
          return wallets[0]?.handle
        }
      return undefined
    })
    return found
  })

const ask = (frame: Frame, call: { handle: string; method: string; params?: unknown[]; scope?: string }) =>
  frame.evaluate(async (request) => {
    const { payload } = await window.hostile.peer.ask('injected', 'WALLET_REQUEST', {
      scope: 'eip155:31337',
      params: [],
      ...request,
    })
    return String(Reflect.get(Object(payload), 'reason') ?? 'answered')
  }, call)

test.describe('a page with a wallet', () => {
  test.use({ walletOptions: [{ name: 'Rabbit', behaviour: 'asks' }] })

  test('a hostile frame calls no method that is not listed, and no listed one with other params', {
    tag: ['@C36', '@C37', '@T7'],
  }, async ({ parts, wallets }) => {
    const frame = await shown(parts)
    const handle = await handleIn(frame)
    const before = wallets[0]?.calls.length
    for (const method of [
      'eth_sign',
      'eth_signTypedData_v4',
      'ETH_ACCOUNTS',
      'eth_accounts ',
      ' eth_accounts',
      'eth_accounts\n',
      'toString',
      'constructor',
      '__proto__',
      'hasOwnProperty',
      'valueOf',
      '',
      'wallet_requestPermissions',
      'eth_getEncryptionPublicKey',
      'eth_decrypt',
    ])
      expect.soft(await ask(frame, { handle, method }), JSON.stringify(method)).toBe('METHOD_NOT_ALLOWED')
    expect(await ask(frame, { handle, method: 'eth_accounts', scope: 'solana:1' })).toBe('METHOD_NOT_ALLOWED')
    expect(await ask(frame, { handle: crypto.randomUUID(), method: 'eth_accounts' })).toBe('WALLET_NOT_FOUND')
    expect(await ask(frame, { handle: '__proto__', method: 'eth_accounts' })).toBe('WALLET_NOT_FOUND')
    const address = '0x00000000000000000000000000000000000000aa'
    for (const [method, params] of [
      ['wallet_switchEthereumChain', [{ chainId: '0x0' }]],
      ['wallet_switchEthereumChain', [{ chainId: '0x20000000000000' }]],
      ['wallet_switchEthereumChain', [{ chainId: '1' }]],
      ['wallet_switchEthereumChain', [{ chainId: '0x1', extra: 1 }]],
      ['personal_sign', ['0x00', `${address}a`]],
      ['personal_sign', ['0x00', address.slice(2)]],
      ['personal_sign', ['hello', address]],
      ['personal_sign', ['0x00', address, 'password']],
      ['eth_accounts', ['extra']],
      ['eth_getBalance', [address, 'yesterday']],
      [
        'wallet_addEthereumChain',
        [
          {
            chainId: '0x1',
            chainName: 'x',
            nativeCurrency: { name: 'x', symbol: 'x', decimals: 18 },
            rpcUrls: ['javascript:alert(1)'],
          },
        ],
      ],
    ] as const)
      expect.soft(await ask(frame, { handle, method, params: [...params] }), JSON.stringify(params)).toBe('BAD_SHAPE')
    expect(wallets[0]?.calls.length).toBe(before)
  })

  test('50 requests to sign prompt the user once', { tag: '@T4' }, async ({ parts, wallets }) => {
    const frame = await shown(parts)
    const handle = await handleIn(frame)
    const refused = await frame.evaluate(async (wallet) => {
      const { peer } = window.hostile
      const params = ['0x00', '0x00000000000000000000000000000000000000aa']
      const payload = { handle: wallet, scope: 'eip155:31337', method: 'personal_sign', params }
      for (let count = 0; count < 50; count++) peer.post('injected', peer.message('WALLET_REQUEST', payload))
      await peer.until(() => (peer.count('WALLET_REQUEST_ERROR') === 49 ? true : undefined))
      return peer.heard
        .filter(({ message }) => message.type === 'WALLET_REQUEST_ERROR')
        .map(({ message }) => String(Reflect.get(Object(message.payload), 'reason')))
    }, handle)
    expect(new Set(refused)).toEqual(new Set(['REQUEST_PENDING']))
    expect(wallets[0]?.calls.filter(({ method }) => method === 'personal_sign')).toHaveLength(1)
  })

  test('a request that names a wallet by its handle is served on the port of the session, never on the window', {
    tag: '@T12',
  }, async ({ parts, page, wallets }) => {
    const frame = await shown(parts)
    const handle = await handleIn(frame)
    await page.evaluate(() => {
      Reflect.set(window, 'came', 0)
      window.addEventListener(
        'message',
        () => void Reflect.set(window, 'came', Number(Reflect.get(window, 'came')) + 1),
      )
    })
    const asked = () => wallets[0]?.calls.filter(({ method }) => method === 'eth_chainId').length ?? 0
    const before = asked()
    // From the right window and origin, shaped like a message of the port, with a valid handle.
    await frame.evaluate((wallet) => {
      const { peer } = window.hostile
      const payload = { handle: wallet, scope: 'eip155:31337', method: 'eth_chainId', params: [] }
      window.parent.postMessage(peer.message('WALLET_REQUEST', payload), '*')
    }, handle)
    await expect.poll(() => page.evaluate(() => Number(Reflect.get(window, 'came')))).toBe(1)
    expect(await ask(frame, { handle, method: 'eth_chainId' })).toBe('answered')
    expect(asked()).toBe(before + 1)
  })

  test('a handle of an earlier session opens nothing', { tag: ['@C06', '@T7'] }, async ({ parts, wallets }) => {
    const frame = await shown(parts)
    const handle = await handleIn(frame)
    await frame.evaluate(() => location.reload())
    await expect
      .poll(() => frame.evaluate(() => (document.title === 'Live' ? window.hostile.peer.epoch : 0)).catch(() => 0))
      .toBe(2)
    expect(await handleIn(frame)).not.toBe(handle)
    const before = wallets[0]?.calls.length
    expect(await ask(frame, { handle, method: 'eth_accounts' })).toBe('WALLET_NOT_FOUND')
    expect(wallets[0]?.calls.length).toBe(before)
  })
})

test.describe('a wallet that is in the page', () => {
  test.use({ walletOptions: [{ name: 'Rabbit' }] })

  test('a hostile frame reports no account that the wallet itself has not shared', { tag: ['@C363', '@T7'] }, async ({
    parts,
    wallets,
  }) => {
    const { page } = parts
    const frame = await shown(parts)
    const handle = await handleIn(frame)
    const own = wallets[0]?.address ?? ''
    const other = `0x${'dEaD'.repeat(10)}`
    const report = (address: string, wallet: { type: string; handle?: string }) =>
      frame.evaluate(
        async ([account, connected]) => {
          const { peer } = window.hostile
          const evm = {
            namespace: 'eip155',
            status: 'connected',
            restoring: false,
            active: account,
            accounts: [account],
            type: 'eoa',
            wallet: { id: 'rabbit', name: 'Rabbit', ...connected },
          }
          const { id: _id, ...message } = peer.message('STATE', {
            open: true,
            view: null,
            active: 'eip155',
            network: 'eip155:31337',
            unsupported: null,
            networks: ['eip155:31337'],
            accounts: [evm],
            session: null,
            theme: 'dark',
            health: 'ok',
          })
          peer.post('app', message)
          return peer.isAlive()
        },
        [`eip155:31337:${address}`, wallet] as const,
      )
    /** What the page's own code sees. */
    const seen = () =>
      page.evaluate(async () => {
        const airlock = Reflect.get(window, 'airlock') as Airlock
        const provider = airlock.provider('eip155')
        return [airlock.getState().accounts.eip155?.address, await provider.request({ method: 'eth_accounts' })]
      })
    const wholly = { type: 'announced', handle }
    for (const wallet of [wholly, { type: 'walletConnect', handle }, { type: 'injected' }, { type: 'external' }]) {
      await report(other, wallet)
      expect(await seen()).toEqual([undefined, []])
    }
    expect(await ask(frame, { handle, method: 'eth_requestAccounts' })).toBe('answered')
    await report(own, wholly)
    expect(await seen()).toEqual([own, [own]])
    await report(other, wholly)
    expect(await seen()).toEqual([undefined, []])
    expect(await page.evaluate(() => (Reflect.get(window, 'airlock') as Airlock).diagnostics().refusals)).toEqual({
      UNAUTHORIZED: 5,
    })
  })
})

test('names cross to the frame cleaned and capped [page]', { tag: ['@C35', '@T18'] }, async ({ parts, strangers }) => {
  const { host, page } = parts
  await page.addInitScript(announceHostile, strangers.origin('leak'))
  await host.open()
  const frame = await shown(parts)
  await handleIn(frame)
  const names = await frame.evaluate(() => {
    const { heard } = window.hostile.peer
    const lists = heard.flatMap(({ message }) => (message.type === 'WALLETS' ? [message.payload] : []))
    return (lists.at(-1) as { wallets: { name: string }[] }).wallets.map(({ name }) => name)
  })
  expect(names).toContain('Evil')
  expect(names.filter((name) => name.startsWith('ksaMate'))).toHaveLength(1)
  for (const name of names) {
    expect(name).not.toMatch(/\p{C}/u)
    expect(name.length).toBeLessThanOrEqual(128)
  }
})

test('the 65th call of a wallet at a time is turned away [page]', { tag: '@C42' }, async ({ parts, page, host }) => {
  await page.addInitScript(announceMisanswering, ['Silent'])
  await host.open()
  const frame = await shown(parts)
  const handle = await handleIn(frame)
  const outcome = await frame.evaluate(async (wallet) => {
    const { peer } = window.hostile
    const payload = { handle: wallet, scope: 'eip155:31337', method: 'eth_chainId', params: [] }
    const requests = Array.from({ length: 65 }, () => peer.message('WALLET_REQUEST', payload))
    for (const request of requests) peer.post('injected', request)
    const first = await peer.until(() => peer.heard.find(({ message }) => message.type === 'WALLET_REQUEST_ERROR'))
    return { isLast: first.message.id === requests[64]?.id, payload: first.message.payload }
  }, handle)
  expect(outcome).toMatchObject({ isLast: true, payload: { reason: 'BUSY' } })
})

test('messages for a path-walking bridge reach nothing in the page', { tag: '@T7' }, async ({ parts, page, host }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'session of the page'))
  await host.open()
  const frame = await shown(parts)
  const heard = await frame.evaluate(async () => {
    const { peer } = window.hostile
    const before = peer.heard.length
    for (const message of [
      {
        id: '1',
        type: 'CONSTRUCT',
        path: ['constructor', 'constructor'],
        argumentList: [{ type: 'RAW', value: 'return 1' }],
      },
      { id: '2', type: 'APPLY', path: ['ping', 'constructor'], argumentList: [] },
      { id: '3', type: 'SET', path: ['__proto__', 'polluted'], value: { type: 'RAW', value: true } },
      { id: '4', type: 'GET', path: ['localStorage', 'token'] },
      { penpal: 'call', methodName: 'constructor', args: [] },
      { jsonrpc: '2.0', id: 1, method: 'eth_accounts', params: [] },
    ])
      for (const port of ['app', 'injected']) peer.post(port, message)
    await peer.isAlive()
    return peer.heard.slice(before).filter(({ message }) => message.type !== 'PING_SUCCESS' && message.type !== 'PING')
  })
  expect(heard).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe('session of the page')
  expect(await page.evaluate(() => 'polluted' in Object.prototype)).toBe(false)
})

test('a click in a hostile frame navigates nothing but itself', { tag: '@T8' }, async ({ parts, page, strangers }) => {
  const frame = await shown(parts)
  const address = page.url()
  await frame.evaluate((url) => {
    document.querySelector('button')?.addEventListener('click', () => {
      const attempt = (act: () => unknown) => {
        try {
          return act() === null ? 'nothing' : 'done'
        } catch (error) {
          return error instanceof DOMException ? error.name : 'other'
        }
      }
      const said = [
        attempt(() => {
          if (window.top) window.top.location.href = url
        }),
        attempt(() => window.top?.location.replace(url)),
        attempt(() => window.open(url, '_top')),
        attempt(() => window.open(url, '_parent')),
      ]
      console.info(`tried ${said.join(' ')}`)
    })
  }, strangers.origin('phish'))
  const told = page.waitForEvent('console', (message) => message.text().startsWith('tried'))
  await frame.getByRole('button', { name: 'Press' }).click()
  expect((await told).text()).toMatch(/^tried SecurityError SecurityError nothing nothing$/)
  expect(page.url()).toBe(address)
  expect(strangers.asked()).toEqual([])
})

/** Runs in the hostile frame by itself. What a spec evaluates there would count as a press. */
const behave = (page: Page, inFrame: () => void) =>
  page.addInitScript(`if (location.pathname.endsWith('/attack-frame.html')) (${String(inFrame)})()`)

test('a press on the page opens no link and leads it nowhere, with the modal open and closed', {
  tag: ['@C351', '@T8'],
}, async ({ page, context, world, host }) => {
  test.setTimeout(90_000)
  await behave(page, () => {
    const asked = [
      ['LINK_OPEN', { url: 'https://phishing.example/', target: 'blank' }],
      ['LINK_OPEN', { url: `kestrel://wc?uri=wc%3A${'0f'.repeat(32)}%402%3Frelay-protocol%3Dirn`, target: 'self' }],
      ['LOGIN_RETURN', {}],
      ['LOGIN_LEAVE', { ticket: 't'.repeat(43) }],
    ] as const
    // Once it is closed, it would be given up for taking the focus.
    let isGreedy = true
    addEventListener('keydown', ({ key }) => {
      if (key !== 'x') return
      isGreedy = false
      void window.hostile.peer.ask('app', 'UI_CLOSE', { reason: 'user' })
    })
    setInterval(() => {
      if (document.title !== 'Live') return
      const { peer } = window.hostile
      if (peer.count('OPEN') === 0) return
      if (isGreedy) window.focus()
      for (const [type, payload] of asked)
        void peer.ask('app', type, payload).then((answer) => {
          console.info(`asked ${type} ${String(Reflect.get(Object(answer.payload), 'reason') ?? 'SUCCESS')}`)
        })
    }, 1000)
  })
  const answers: string[] = []
  page.on('console', (message) => {
    const [, answer] = /^asked (.*)$/.exec(message.text()) ?? []
    if (answer !== undefined) answers.push(answer)
  })
  /** Waits for the answers to further requests, and returns all since the last call. */
  const heard = async (count: number) => {
    await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)
    return [...new Set(answers.splice(0))].sort()
  }
  const refused = ['LINK_OPEN NEEDS_CLICK', 'LOGIN_LEAVE NEEDS_CLICK', 'LOGIN_RETURN NEEDS_CLICK']
  const loaded = frameAt(page, 'attack-frame.html')
  await host.open({ path: '/?reset_token=secret' })
  await host.create({
    frameUrl: `${world.origins.modal}/fixtures/attack-frame.html`,
    features: { socialRedirect: true },
  })
  const address = page.url()
  await host.connect()
  const frame = await loaded
  await test.step('the press that opened the modal', async () => {
    expect(await heard(24)).toEqual(refused)
  })
  await test.step('presses on the page, after the frame has closed itself', async () => {
    await page.keyboard.press('x')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    answers.length = 0
    for (let round = 0; round < 6; round++) {
      await page.mouse.click(5, 5)
      expect(await heard(4)).toEqual(refused)
    }
  })
  expect(context.pages()).toHaveLength(1)
  expect(page.url()).toBe(address)
  await test.step('a press in the open frame does open a link', async () => {
    await host.connect()
    await heard(24)
    await frame.getByRole('button', { name: 'Press' }).click()
    await expect.poll(() => answers).toContain('LINK_OPEN SUCCESS')
  })
})

test('a page that did not allow it tells no frame its address, and is not led to a login', {
  tag: ['@C351', '@T8'],
}, async ({ parts }) => {
  const frame = await shown(parts)
  await frame.getByRole('button', { name: 'Press' }).click()
  const reasons = await frame.evaluate(async () => {
    const { peer } = window.hostile
    const answers = [
      await peer.ask('app', 'LOGIN_RETURN', {}),
      await peer.ask('app', 'LOGIN_LEAVE', { ticket: 't'.repeat(43) }),
    ]
    return answers.map(({ payload }) => String(Reflect.get(Object(payload), 'reason')))
  })
  expect(reasons).toEqual(['NOT_AVAILABLE', 'NOT_AVAILABLE'])
})

test.describe('the keyboard of the page', () => {
  test('is out of reach for a frame that is not shown: nothing in it is rendered', { tag: ['@C352', '@T30'] }, async ({
    parts,
  }) => {
    const { host, page, world } = parts
    const canFocus = (frame: Frame) =>
      frame.evaluate(() => {
        const field = document.body.appendChild(document.createElement('input'))
        field.focus()
        return document.activeElement === field
      })
    const loaded = frameAt(page, 'attack-frame.html')
    await host.create({ frameUrl: `${world.origins.modal}/fixtures/attack-frame.html` })
    await page.evaluate(() => {
      const airlock = Reflect.get(window, 'airlock') as Airlock // as: set by our own test page
      airlock.prefetch()
    })
    const frame = await loaded
    await expect.poll(() => frame.title()).toBe('Live')
    expect(await canFocus(frame)).toBe(false)
    await host.connect()
    await frame.evaluate(async () => void (await window.hostile.peer.asked('OPEN')))
    await expect.poll(() => canFocus(frame)).toBe(true)
    await frame.evaluate(() => window.hostile.peer.ask('app', 'UI_CLOSE', { reason: 'user' }))
    await expect.poll(() => canFocus(frame)).toBe(false)
  })

  const typed = 'hunter2-hunter2-hunter2'
  /** A page with a field, perhaps in a shadow tree beside another one, and a frame that can take the focus again and again. */
  async function greedy(
    { page, world, host }: { page: Page; world: World; host: HostPage },
    place: 'document' | 'shadow tree' = 'document',
  ) {
    await behave(page, () => {
      addEventListener('DOMContentLoaded', () => {
        const field = document.body.appendChild(document.createElement('input'))
        field.addEventListener('keydown', ({ key }) => {
          console.info(`took ${key}`)
        })
        Reflect.set(window, 'steal', () =>
          setInterval(() => {
            window.focus()
            field.focus()
          }, 20),
        )
      })
    })
    const taken: string[] = []
    page.on('console', (message) => {
      if (message.text().startsWith('took ')) taken.push(message.text())
    })
    await host.open()
    await host.create({ frameUrl: `${world.origins.modal}/fixtures/attack-frame.html` })
    await page.evaluate((inShadow) => {
      const parent = document.body.appendChild(document.createElement('div'))
      const into = inShadow ? parent.attachShadow({ mode: 'open' }) : parent
      for (const name of inShadow ? ['Name', 'Password'] : ['Password']) {
        const field = document.createElement('input')
        field.ariaLabel = name
        into.append(field)
      }
    }, place === 'shadow tree')
    return { field: page.getByRole('textbox', { name: 'Password' }), taken }
  }
  const steal = (frame: Frame) =>
    frame.evaluate(() => {
      const start = Reflect.get(window, 'steal') as () => void // as: set above
      start()
    })
  const typeIn = async (page: Page, field: Locator) => {
    await field.click()
    await page.keyboard.type(typed, { delay: 40 })
  }

  test('stays with the page while the frame is only prefetched', { tag: ['@C352', '@T30'] }, async ({
    parts,
    page,
  }) => {
    const loaded = frameAt(page, 'attack-frame.html')
    const { field, taken } = await greedy(parts)
    await page.evaluate(() => {
      const airlock = Reflect.get(window, 'airlock') as Airlock // as: set by our own test page
      airlock.prefetch()
    })
    const frame = await loaded
    await expect.poll(() => frame.title()).toBe('Live')
    await steal(frame)
    await typeIn(page, field)
    expect((await field.inputValue()).length).toBeGreaterThanOrEqual(typed.length - 3)
    // By then it has been given up.
    await expect.poll(() => page.frames().length).toBe(1)
    await field.fill('')
    await typeIn(page, field)
    await expect(field).toHaveValue(typed)
    expect(taken).toEqual([])
  })

  test('stays with the field of a component: the one that was typed into, in its shadow tree', {
    tag: ['@C352', '@T30'],
  }, async ({ parts, page }) => {
    const { field, taken } = await greedy(parts, 'shadow tree')
    const loaded = frameAt(page, 'attack-frame.html')
    await page.evaluate(() => {
      const airlock = Reflect.get(window, 'airlock') as Airlock // as: set by our own test page
      airlock.prefetch()
    })
    const frame = await loaded
    await expect.poll(() => frame.title()).toBe('Live')
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.click()
    // Moves within the tree, of which the document hears nothing.
    await tabUntil(page, () => field.evaluate((element) => element.matches(':focus')))
    await page.keyboard.type('0')
    await steal(frame)
    await page.keyboard.type(typed, { delay: 40 })
    await expect.poll(() => page.frames().length).toBe(1)
    await page.keyboard.type(typed)
    // Keys are lost while the focus is away, as many as the machine is busy; none goes elsewhere, and none is lost afterwards.
    expect(await field.inputValue()).toMatch(new RegExp(`^0.*${typed}$`))
    await expect(name).toHaveValue('')
    expect(taken).toEqual([])
  })

  test('comes back to the page when the modal closes', { tag: ['@C352', '@T30'] }, async ({ parts, page, host }) => {
    const loaded = frameAt(page, 'attack-frame.html')
    const { field, taken } = await greedy(parts)
    await host.connect()
    const frame = await loaded
    await expect.poll(() => frame.title()).toBe('Live')
    await steal(frame)
    // While it is shown, the keyboard is the frame's.
    await expect(async () => {
      await page.keyboard.press('a')
      expect(taken).toContain('took a')
    }).toPass()
    await frame.evaluate(() => window.hostile.peer.ask('app', 'UI_CLOSE', { reason: 'user' }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    taken.length = 0
    await typeIn(page, field)
    expect((await field.inputValue()).length).toBeGreaterThanOrEqual(typed.length - 3)
    expect(taken).toEqual([])
  })
})

test('a link 7 s after the click opens nothing and reports that a click is needed', { tag: '@C44' }, async ({
  parts,
}) => {
  const { context, page } = parts
  const frame = await shown(parts)
  await frame.evaluate(() => {
    document.querySelector('button')?.addEventListener('click', () => {
      const link = { url: 'https://explorer.example/', target: 'blank' }
      setTimeout(() => {
        void window.hostile.peer.ask('app', 'LINK_OPEN', link).then(({ payload }) => {
          console.info(`link ${String(Reflect.get(Object(payload), 'reason'))}`)
        })
      }, 7000)
    })
  })
  const told = page.waitForEvent('console', (message) => message.text().startsWith('link'))
  await frame.getByRole('button', { name: 'Press' }).click()
  expect((await told).text()).toBe('link NEEDS_CLICK')
  expect(context.pages()).toHaveLength(1)
})

test('a frame whose process dies is detected within two heartbeats, and replaced once', { tag: '@C26' }, async ({
  parts,
  context,
}) => {
  const frame = await shown(parts)
  const session = await context.newCDPSession(frame)
  // Listens on the context: the runner treats the whole page as crashed, although only its frame is.
  const address = frame.url()
  const again = context.waitForEvent('request', { predicate: (request) => request.url() === address })
  const died = Date.now()
  // Never answered, because the process is gone.
  session.send('Page.crash').catch(() => undefined)
  await again
  // Two heartbeats of 5 s, and one second before the next attempt.
  expect(Date.now() - died).toBeLessThan(13_000)
})

attack(
  ['T7', 'C51'],
  'a state that is not the contract’s does not reach the page’s store',
  async ({ hostile, victim, refusals }) => {
    const read = () => victim.evaluate(() => (Reflect.get(window, 'airlock') as Airlock).getState())
    const before = await read()
    const alive = await hostile.evaluate(async () => {
      const { peer } = window.hostile
      const state = {
        open: false,
        view: null,
        active: 'eip155',
        network: 'eip155:31337',
        unsupported: null,
        networks: ['eip155:31337'],
        accounts: [],
        session: null,
        theme: 'dark',
        health: 'ok',
      }
      for (const change of [
        { theme: 'url(https://leak.example)' },
        { accounts: [{}] },
        { network: 'eip155:01' },
        { view: '</style>' },
        { extra: 1 },
        { networks: Array.from({ length: 101 }, () => 'eip155:1') },
        { open: 'yes' },
      ]) {
        const { id: _id, ...message } = peer.message('STATE', { ...state, ...change })
        peer.post('app', message)
      }
      return peer.isAlive()
    })
    expect(alive).toBe(true)
    expect(await read()).toEqual(before)
    expect(await refusals()).toEqual({ BAD_SHAPE: 7 })
  },
  ['page'],
)
