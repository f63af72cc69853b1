/**
 * The three engines as their packages are, on a display of their own. Everything that is started ends with the browser, and with this
 * process, however that ends.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { findChromium } from '../../scripts/testing/browser.mjs'
import { findFirefox } from '../setup/firefox.ts'
import { freePort } from '../setup/free-port.ts'
import { type Connection, connectHttp, connectMarionette, pollUntil } from './webdriver.ts'

export const engineNames = ['webkit', 'firefox', 'chromium'] as const
export type EngineName = (typeof engineNames)[number]

/** What a journey needs of its browser. */
export interface BrowserOptions {
  /** Of the viewport, in CSS pixels. */
  readonly size?: readonly [width: number, height: number]
  readonly userAgent?: string
  /** Frames of other sites have no storage. */
  readonly isStorageBlocked?: boolean
}

/** A browser that runs. */
export interface Running {
  readonly connection: Connection
  /** Warnings and errors of all documents, and what the engine says about them, since the start. */
  readonly console: () => Promise<readonly string[]>
  /** Sets the size of the viewport, if the window cannot be as small. */
  readonly squeeze?: (width: number, height: number) => Promise<void>
  /** Ends the browser as a user ends it, so that it keeps what pages have stored. */
  readonly end: () => Promise<void>
}

interface Engine {
  readonly packages: readonly string[]
  readonly isInstalled: () => boolean
  readonly start: (profile: string, display: string, options: BrowserOptions) => Promise<Running>
}

const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))

const windowPackages = ['xvfb', 'openbox', 'imagemagick']
const hasDisplay = () => ['Xvfb', 'openbox'].every((name) => onPath(name) !== undefined)

export const engines: Readonly<Record<EngineName, Engine>> = {
  webkit: {
    packages: ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'gir1.2-webkit2-4.1', 'python3-gi', ...windowPackages],
    isInstalled: () =>
      hasDisplay() &&
      onPath('WebKitWebDriver') !== undefined &&
      existsSync('/usr/lib/python3/dist-packages/gi') &&
      ['x86_64', 'aarch64'].some((cpu) => existsSync(`/usr/lib/${cpu}-linux-gnu/girepository-1.0/WebKit2-4.1.typelib`)),
    start: startWebKit,
  },
  firefox: {
    packages: ['firefox-esr', ...windowPackages],
    isInstalled: () => hasDisplay() && findFirefox() !== undefined,
    start: startFirefox,
  },
  chromium: {
    packages: ['chromium', 'chromium-driver', ...windowPackages],
    isInstalled: () => hasDisplay() && findChromium() !== undefined && onPath('chromedriver') !== undefined,
    start: startChromium,
  },
}

/** With the signal that ends each. */
const groups = new Map<number, NodeJS.Signals>()
const folders = new Set<string>()
process.once('exit', () => {
  for (const [group, signal] of groups) endGroup(group, signal)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

function endGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // It has ended already.
  }
}

interface Process {
  readonly child: ChildProcess
  /** Waits a while for its own end, then kills it and everything that it has started. */
  readonly end: (patience?: number) => Promise<void>
}

/**
 * Runs a command while its input is open, and ends the group with a signal when the input ends: this process cannot end what it has started
 * when it is killed, but its end of the pipe closes.
 */
const untilInputEnds = `
signal=$1; shift
exec 3<&0
"$@" < /dev/null 3<&- &
command=$!
{ read -r _ <&3; kill -s "$signal" 0; } > /dev/null 2>&1 &
wait "$command"; status=$?
kill $! 2> /dev/null; wait $! 2> /dev/null
exit $status`

/** A process in a group of its own, because drivers start browsers and these start processes. */
export function startProcess(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  hear: (line: string) => void,
  signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
) {
  const child = spawn('/bin/sh', ['-c', untilInputEnds, 'sh', signal.slice('SIG'.length), command, ...args], {
    detached: true,
    stdio: 'pipe',
    env: { ...process.env, ...env },
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${command} did not start`)
  groups.set(pid, signal)
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', hear)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const end = async (patience = 0) => {
    if (patience > 0) {
      const timer = setTimeout(() => endGroup(pid, 'SIGKILL'), patience)
      await ended
      clearTimeout(timer)
    }
    endGroup(pid, groups.get(pid) ?? 'SIGKILL')
    await ended
    groups.delete(pid)
  }
  return { child, end } satisfies Process
}

/** A folder that is gone when this process ends, or earlier. */
export function temporaryFolder(name: string): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `airlock-${name}-`))
  folders.add(path)
  const remove = () => {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    folders.delete(path)
  }
  return { path, remove }
}

/** A display for windows, with a window manager, since a window that nothing has activated is not focused. */
export async function startDisplay(): Promise<{ readonly name: string; readonly end: () => Promise<void> }> {
  const ready = async (
    command: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    isReady: RegExp,
    signal?: 'SIGTERM',
  ) => {
    let hear: (line: string) => void = () => undefined
    const started = startProcess(command, args, env, (text) => hear(text), signal)
    const line = new Promise<string>((resolve, reject) => {
      hear = (text) => isReady.test(text) && resolve(text)
      started.child.once('close', () => reject(new Error(`${command} has ended`)))
    })
    return { ...started, line: await line }
  }
  // Takes a free number, and writes it when it is ready. It removes its socket when it is asked to end; the number of a socket that is left
  // behind stays taken.
  const server = await ready(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    {},
    /^\d+$/,
    'SIGTERM',
  )
  const name = `:${server.line}`
  const home = temporaryFolder('windows')
  const manager = await ready('openbox', ['--startup', 'echo ready'], { DISPLAY: name, HOME: home.path }, /^ready$/)
  return {
    name,
    end: async () => {
      await manager.end()
      await server.end()
      home.remove()
    },
  }
}

/** Nothing leaves the machine: the web is behind a proxy that does not answer. */
const nowhere = { host: '127.0.0.1', port: 9 } as const
const loopback = ['localhost', '.localhost', '127.0.0.1'] as const

const defaultSize = [1280, 800] as const
/** At least the height of the browser’s own bars. */
const barsPx = 140
/** How long a browser may take to write what it keeps. */
const endMs = 15_000

async function startWebKit(profile: string, display: string, options: BrowserOptions): Promise<Running> {
  const port = await freePort()
  const said: string[] = []
  const env = { DISPLAY: display, HOME: profile, GTK_A11Y: 'none', NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' }
  const driver = startProcess('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], env, (line) => said.push(line))
  const { userAgent = '', size = defaultSize, isStorageBlocked = false } = options
  const wishes = JSON.stringify({ data: join(profile, 'data'), size, userAgent, isStorageBlocked })
  const connection = await orEnd(driver, () =>
    connectHttp(port, {
      'webkitgtk:browserOptions': {
        binary: '/usr/bin/python3',
        args: [resolve(import.meta.dirname, 'webkit-browser.py'), '--automation', `--options=${wishes}`],
      },
    }),
  )
  return {
    connection,
    console: () => Promise.resolve(said.filter((line) => /CONSOLE (?:\S+ )?(?:WARN|ERROR)/.test(line))),
    end: async () => {
      await leaveWebKit(said)
      await ignoringErrors(connection.end())
      await driver.end()
    },
  }
}

/** Asks the browser to close, and waits until it has. */
async function leaveWebKit(said: readonly string[]): Promise<void> {
  const pid = Number(said.map((line) => /^BROWSER (\d+)$/.exec(line)?.[1]).find((found) => found !== undefined))
  if (!Number.isInteger(pid)) return
  const isRunning = (signal: 0 | 'SIGTERM') => {
    try {
      return process.kill(pid, signal)
    } catch {
      return false // it has ended
    }
  }
  isRunning('SIGTERM')
  await ignoringErrors(
    pollUntil('the end of the browser', () => Promise.resolve(!isRunning(0)), endMs).then(() => undefined),
  )
}

async function startFirefox(profile: string, display: string, options: BrowserOptions): Promise<Running> {
  const port = await freePort()
  const [width, height] = options.size ?? defaultSize
  const preferences = {
    'marionette.port': port,
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.page': 0,
    'browser.aboutwelcome.enabled': false,
    'browser.newtabpage.enabled': false,
    'browser.tabs.warnOnClose': false,
    'browser.warnOnQuit': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    // The driver's own defaults allow every pop-up.
    'remote.prefs.recommended': false,
    'dom.disable_open_during_load': true,
    ...(options.userAgent && { 'general.useragent.override': options.userAgent }),
    // The virtual authenticator in place of keys that are plugged in.
    'security.webauth.webauthn_enable_usbtoken': false,
    'security.webauth.webauthn_enable_softtoken': true,
    'network.proxy.type': 1,
    'network.proxy.http': nowhere.host,
    'network.proxy.http_port': nowhere.port,
    'network.proxy.ssl': nowhere.host,
    'network.proxy.ssl_port': nowhere.port,
    'network.proxy.no_proxies_on': loopback.join(', '),
    // All of other sites, without partitions.
    ...(options.isStorageBlocked && { 'network.cookie.cookieBehavior': 1 }),
  }
  mkdirSync(join(profile, 'firefox'), { recursive: true })
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(join(profile, 'firefox/user.js'), lines.join('\n'))
  const args = ['--marionette', '--profile', join(profile, 'firefox'), '--new-instance', '--remote-allow-system-access']
  const browser = startProcess(
    findFirefox() ?? 'firefox-esr',
    [...args, '--width', String(width), '--height', String(height + barsPx), 'about:blank'],
    { DISPLAY: display, HOME: profile, LIBGL_ALWAYS_SOFTWARE: '1' },
    () => undefined,
  )
  const connection = await orEnd(browser, () => connectMarionette(port, {}))
  return {
    connection,
    console: async () => z.array(z.string()).parse(await connection.inBrowser(consoleOfFirefox)),
    squeeze: async (...size) => void (await connection.inBrowser(squeezeFirefox, size)),
    end: async () => {
      await ignoringErrors(connection.end())
      await browser.end(endMs)
    },
  }
}

/** What documents and the engine have said, in the words of the error console. */
const consoleOfFirefox = `
  const calls = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage).getEvents()
    .filter(({ level, innerID }) => ['warn', 'error', 'assert'].includes(level) && /^\\d+$/.test(innerID))
    .map(({ level, filename, arguments: said }) => level + ' ' + filename + ' ' + Array.from(said).join(' '))
  const errors = Services.console.getMessageArray()
    .filter((said) => said instanceof Ci.nsIScriptError)
    // A violation that no script has caused has no source; that one header makes another one needless is no violation.
    .filter(({ sourceName, category }) => /^https?:/.test(sourceName) || /^CSP(?!_Ignoring)/.test(category))
    // Says of every frame with storage that it has a partition.
    .filter(({ category }) => category !== 'cookiePartitionedForeign')
    .map(({ category, sourceName, errorMessage }) => category + ' ' + sourceName + ' ' + errorMessage)
  return [...calls, ...errors]`

/** Its windows are never narrower than 450 pixels; what is inside may be. */
const squeezeFirefox = `
  const { style } = window.gBrowser.selectedBrowser
  style.maxWidth = arguments[0] + 'px'
  style.maxHeight = arguments[1] + 'px'`

async function startChromium(profile: string, display: string, options: BrowserOptions): Promise<Running> {
  const port = await freePort()
  const env = { DISPLAY: display, HOME: profile }
  const driver = startProcess(onPath('chromedriver') ?? 'chromedriver', [`--port=${port}`], env, () => undefined)
  const [width, height] = options.size ?? defaultSize
  const connection = await orEnd(driver, () =>
    connectHttp(port, {
      'goog:loggingPrefs': { browser: 'ALL' },
      'goog:chromeOptions': {
        binary: findChromium() ?? 'chromium',
        args: [
          `--user-data-dir=${join(profile, 'chromium')}`,
          `--window-size=${width},${height + barsPx}`,
          '--no-first-run',
          `--proxy-server=${nowhere.host}:${nowhere.port}`,
          ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
          ...(options.userAgent ? [`--user-agent=${options.userAgent}`] : []),
        ],
        excludeSwitches: ['disable-popup-blocking', 'enable-automation'],
        ...(options.isStorageBlocked && { prefs: { 'profile.default_content_setting_values.cookies': 2 } }),
      },
    }),
  )
  const command = (cmd: string, params: object = {}) => connection.post('/goog/cdp/execute', { cmd, params })
  const said: string[] = []
  const Entries = z.array(z.object({ level: z.string(), message: z.string() }))
  return {
    connection: {
      ...connection,
      // Its driver leaves a tab in the background, where it paints nothing.
      call: async (name, params, id) => {
        const value = await connection.call(name, params, id)
        if (name === 'toWindow') await command('Page.bringToFront')
        return value
      },
    },
    squeeze: async (width, height) =>
      void (await command('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: false,
      })),
    console: async () => {
      const entries = Entries.parse(await connection.post('/se/log', { type: 'browser' }))
      said.push(...entries.filter(({ level }) => /WARNING|SEVERE/.test(level)).map(({ message }) => message))
      return said
    },
    end: async () => {
      await ignoringErrors(connection.end())
      await driver.end()
    },
  }
}

async function orEnd<T>(started: Process, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await started.end()
    throw error
  }
}

/** A browser that has crashed cannot be asked to end. */
async function ignoringErrors(work: Promise<void>): Promise<void> {
  await work.catch(() => undefined)
}
