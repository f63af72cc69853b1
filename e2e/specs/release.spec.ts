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
