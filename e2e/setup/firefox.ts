/**
 * Firefox in addition to the suite's Chromium: Debian's package, driven over WebDriver BiDi, with a temporary profile.
 * For rules that every browser must enforce itself.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch, type Page } from 'puppeteer-core'

/** Path of Firefox; undefined if none is installed. `FIREFOX_PATH` overrides it. */
export function findFirefox(): string | undefined {
  const path = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'
  return existsSync(path) ? path : undefined
}

/** A first start takes ten seconds even on an idle machine. */
const startMs = 90_000
/** After this time it is killed. */
const closeMs = 10_000

type Started = { readonly page: Page; end(): Promise<void> }

/** The result of `work`, or an error with the name of the step that took too long. */
async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Firefox: ${what} took longer than ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

async function start(executablePath: string, url: string): Promise<Started> {
  const home = mkdtempSync(join(tmpdir(), 'airlock-firefox-'))
  const kill = new AbortController()
  const forget = () => {
    kill.abort()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  // Also if the test is aborted.
  process.once('exit', forget)
  const end = async (close: Promise<void> | undefined) => {
    try {
      if (close) await within(closeMs, 'its end', close)
    } catch (error) {
      console.warn(String(error))
    } finally {
      process.off('exit', forget)
      forget()
    }
  }
  const open = async () => {
    const browser = await launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      userDataDir: join(home, 'profile'),
      env: { ...process.env, HOME: home },
      timeout: startMs,
      signal: kill.signal,
    })
    const page = await browser.newPage()
    await page.goto(url)
    return { page, end: () => end(browser.close()) }
  }
  try {
    return await within(startMs, 'its start', open())
  } catch (error) {
    await end(undefined)
    throw error
  }
}

/** Calls `run` with a page that shows `url`. Leaves no process or file behind, even if `run` fails. */
export async function withFirefox<T>(executablePath: string, url: string, run: (page: Page) => Promise<T>): Promise<T> {
  const { page, end } = await start(executablePath, url)
  try {
    return await run(page)
  } finally {
    await end()
  }
}
