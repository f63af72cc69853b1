/** A build that was tampered with: the browser does not run it, and `npm run verify` names the difference [T6]. */
import { execFile } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createFramesApp } from '@airlock/service/frames/app.ts'
import { parseProjects } from '@airlock/service/frames/projects.ts'
import { type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import { getRequestListener } from '@hono/node-server'
import type { Frame } from '@playwright/test'
import { dappOn } from '../pages/dapp.ts'
import { modalIn } from '../pages/modal.ts'
import { frameOn } from '../setup/frames.ts'
import type { HostPage } from '../setup/pages.ts'
import { expect, test } from '../test.ts'
import type { World } from '../world/world.ts'

const root = resolve(import.meta.dirname, '../..')

const verifyArguments = (port: number, projectId = 'demo') => [
  'verify',
  `http://modal.localhost:${port}/p/${projectId}/`,
  '--key',
  resolve(root, 'dist/frame-key.pub'),
  '--wallet-key',
  resolve(root, 'dist/wallet-key.pub'),
]

/** Runs `verify` like an operator's auditor. */
const verify = (port: number): Promise<{ code: number; text: string }> =>
  new Promise((done) => {
    const args = ['service/src/cli/main.ts', ...verifyArguments(port)]
    execFile(resolve(root, 'node_modules/.bin/tsx'), args, { cwd: root }, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr }),
    )
  })

const chunkOf = (name: string): string => {
  const found = readdirSync(resolve(root, 'dist/frame/assets')).find(
    (file) => file.startsWith(name) && file.endsWith('.js'),
  )
  if (found === undefined) throw new Error(`no chunk is called ${name}`)
  return found
}

let server: Listening | undefined
test.afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Serves the build with an injected line in one chunk, on its own origin. */
async function tampered(
  world: World,
  chunk: string,
  { isSealed = true } = {},
): Promise<{ origin: string; port: number }> {
  const folder = test.info().outputPath('frame')
  cpSync(resolve(root, 'dist/frame'), folder, { recursive: true })
  const file = join(folder, 'assets', chunk)
  writeFileSync(file, `globalThis.tampered = true;${readFileSync(file, 'utf8')}`)
  if (!isSealed) {
    const html = readFileSync(join(folder, 'modal.html'), 'utf8')
    writeFileSync(
      join(folder, 'modal.html'),
      html.replace(/<script type="importmap">.*?<\/script>/, '').replaceAll(/ integrity="[^"]*"/g, ''),
    )
  }
  const record = {
    projectId: 'demo',
    hostOrigins: [world.origins.host],
    rpc: {},
    pinnedHosts: [],
    development: true,
  }
  const app = createFramesApp({ distDir: folder, projects: parseProjects([record]), reports: () => undefined })
  server = await listenOnLoopback(getRequestListener(app.fetch), 0)
  return { origin: `http://tampered.localhost:${server.port}`, port: server.port }
}

async function createOn(host: HostPage, origin: string): Promise<void> {
  await host.open({ csp: 'none' })
  await host.create({ frameUrl: `${origin}/p/demo/` })
}

const hasRun = (frame: Frame) => frame.evaluate(() => Reflect.has(globalThis, 'tampered'))

test('a frame whose first chunk was changed does not start', { tag: '@T6' }, async ({ host, page, world }) => {
  const chunk = /src="\/assets\/(modal-[^"]+\.js)"/.exec(
    readFileSync(resolve(root, 'dist/frame/modal.html'), 'utf8'),
  )?.[1]
  const { origin, port } = await tampered(world, chunk ?? '')
  await createOn(host, origin)
  const opening = dappOn(page).open()
  const frame = await frameOn(page, origin)
  await frame.waitForLoadState()
  expect(await hasRun(frame)).toBe(false)
  expect(await opening).toBe('FRAME_REFUSED')

  const { code, text } = await verify(port)
  expect(code).toBe(1)
  expect(text).toContain(`/assets/${chunk}: `)
})

for (const isSealed of [true, false])
  test(`a changed chunk of a later view ${isSealed ? 'is not run' : 'would run in a build that is not sealed'}`, {
    tag: '@T6',
  }, async ({ host, page, world }) => {
    const { origin } = await tampered(world, chunkOf('WhatIsAWalletView-'), { isSealed })
    await createOn(host, origin)
    await host.connect()
    const modal = modalIn(await frameOn(page, origin))
    await modal.button('Help').click()
    await expect(modal.text(isSealed ? 'This view couldn’t load' : 'One login for all of web3')).toBeVisible()
    expect(await hasRun(modal.frame)).toBe(!isSealed)
  })

/** How the server answers the requests for the Key Worker's script, the first one and the next ones. */
type Script = 'right' | 'changed' | 'right, not kept'

/** Serves modal and wallet from origins of their own, with answers for the script of the Key Worker. */
async function walletWith(
  world: World,
  [first, later]: readonly [first: Script, later: Script],
  { isSealed = true } = {},
): Promise<{ readonly frameUrl: string; readonly asked: () => number; readonly isProved: () => boolean }> {
  const distDir = test.info().outputPath('wallet')
  cpSync(resolve(root, 'dist/wallet'), distDir, { recursive: true })
  const html = join(distDir, 'wallet.html')
  if (!isSealed)
    writeFileSync(
      html,
      readFileSync(html, 'utf8')
        .replace(/<script type="importmap">.*?<\/script>/, '')
        .replaceAll(/ integrity="[^"]*"/g, ''),
    )
  let port = 0
  let asked = 0
  let isProved = false
  const originOf = (name: string) => `http://${name}.localhost:${port}`
  let serve: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 })
  server = await listenOnLoopback(
    getRequestListener((request) => serve(request)),
    0,
  )
  port = server.port
  const record = {
    projectId: 'demo',
    hostOrigins: [world.origins.host],
    walletOrigin: originOf('wallet-at'),
    walletServiceUrl: originOf('service-at'),
    rpc: {},
    pinnedHosts: [],
    development: true,
  }
  const projects = parseProjects([record])
  const common = { projects, reports: () => undefined }
  const modal = createFramesApp({ distDir: resolve(root, 'dist/frame'), ...common })
  const frame = { kind: 'wallet', modalOrigin: originOf('modal-at') } as const
  const wallet = createFramesApp({ frame, distDir, ...common })
  serve = async (request) => {
    const { hostname, pathname } = new URL(request.url)
    if (hostname.startsWith('modal-at')) return modal.fetch(request)
    // The first request to the service is for a nonce; the next one has a proof of the Worker.
    if (hostname.startsWith('service-at')) {
      isProved ||= pathname !== '/v1/nonce'
      return new Response('{}', { status: 404, headers: { 'Access-Control-Allow-Origin': '*' } })
    }
    const answer = await wallet.fetch(request)
    if (!pathname.startsWith('/assets/key-worker-')) return answer
    asked += 1
    const script = asked === 1 ? first : later
    const headers = new Headers(answer.headers)
    if (script === 'right, not kept') headers.set('Cache-Control', 'no-store')
    const code = await answer.text()
    return new Response(script === 'changed' ? `globalThis.tampered = true;${code}` : code, { headers })
  }
  return { frameUrl: `${originOf('modal-at')}/p/demo/`, asked: () => asked, isProved: () => isProved }
}

for (const [title, scripts, isSealed, expected] of [
  ['is not started if it differs', ['changed', 'changed'], true, 'no Worker'],
  ['is the one that was checked, also if the server would send another one next', ['right', 'changed'], true, 'honest'],
  ['is not started if it may be loaded again', ['right, not kept', 'changed'], true, 'no Worker'],
  ['would run in a build that is not sealed', ['changed', 'changed'], false, 'changed'],
] as const)
  test(`the script of the Key Worker ${title} [C368]`, { tag: '@T6' }, async ({ host, page, world }) => {
    const { frameUrl, asked, isProved } = await walletWith(world, scripts, { isSealed })
    await host.open({ csp: 'none' })
    await host.create({ frameUrl })
    await host.connect()
    const modal = modalIn(await frameOn(page, new URL(frameUrl).origin))
    await modal.frame.getByRole('textbox', { name: 'Email' }).fill('someone@mail.example')
    await modal.button('Continue with email').click()
    if (expected === 'no Worker') await expect(modal.text('Something went wrong')).toBeVisible()
    else await expect.poll(isProved).toBe(true)
    const [worker, ...others] = page.workers()
    const found = worker
      ? (await worker.evaluate(() => Reflect.has(globalThis, 'tampered')))
        ? 'changed'
        : 'honest'
      : 'no Worker'
    expect([found, others]).toEqual([expected, []])
    expect(isProved()).toBe(expected !== 'no Worker')
    if (expected === 'honest') expect(asked()).toBe(1)
  })

test('the build as it is served is what was signed', { tag: ['@T6', '@gate'] }, async ({ world }) => {
  // In this process, because a new one takes most of the time; the other tests here start it.
  const { runCli } = await import('@airlock/service/cli/run.ts')
  const { projectId } = world.embedded
  const lines: string[] = []
  const code = await runCli({
    args: verifyArguments(Number(new URL(world.origins.modal).port), projectId),
    env: {},
    print: (line) => lines.push(line),
    built: resolve(root, 'dist'),
    isInteractive: false,
  })
  expect(code).toBe(0)
  expect(lines).toHaveLength(2)
  for (const [index, origin] of [world.origins.modal, world.origins.wallet].entries())
    expect(lines[index]).toMatch(
      new RegExp(`^${origin}/p/${projectId}/ is build [0-9a-f]{16}, \\d+ files, signed by key`),
    )
})
