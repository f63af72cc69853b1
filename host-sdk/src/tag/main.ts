/**
 * The SDK as one classic script, for pages without a bundler: the global `Airlock` and, if its tag has `data-` attributes,
 * the instance that they describe.
 */
import { AirlockError, createAirlock } from '../index.ts'
import { sdkVersion } from '../options.ts'
import type { Airlock } from '../types.ts'
import { readAttributes, textOfError } from './attributes.ts'
import { bindButtons } from './buttons.ts'

/** The value of `window.Airlock`. */
interface Global {
  readonly version: string
  readonly createAirlock: typeof createAirlock
  readonly AirlockError: typeof AirlockError
  /** The instance that the tag describes. */
  readonly instance: Airlock | undefined
}

function start(tag: unknown): void {
  // An image named `currentScript` would replace it: user-supplied markup must not choose the modal.
  if (!(tag instanceof HTMLScriptElement)) return complain('it has to be loaded by a script tag')
  // A second tag would replace the instance that scripts of the page already use.
  if (Object.hasOwn(window, 'Airlock')) return complain('its script is on this page already')
  const value: Global = { version: sdkVersion, createAirlock, AirlockError, instance: create(tag) }
  Object.defineProperty(window, 'Airlock', { value: Object.freeze(value), enumerable: true })
}

function create({ dataset }: HTMLScriptElement): Airlock | undefined {
  try {
    const options = readAttributes(dataset, readBlock)
    const airlock = options && createAirlock(options)
    if (airlock) bindButtons(airlock, report)
    return airlock
  } catch (error) {
    report(error)
    return undefined
  }
}

function readBlock(id: string): string | undefined {
  const element = document.getElementById(id)
  return element instanceof HTMLScriptElement && element.type === 'application/json' ? element.text : undefined
}

const report = (error: unknown): void =>
  complain(error instanceof AirlockError ? `${error.code}: ${error.message}` : textOfError(error))

function complain(what: string): void {
  // biome-ignore lint/suspicious/noConsole: a page without code of its own has no other way to hear of it
  console.error(`[airlock] ${what}`)
}

start(document.currentScript)
