/** A wallet in the page with fixed answers: for many rows, and for answers that no well-behaved wallet gives. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'

/** The answer of a method: a result, an error, or none. A method that is not listed gets error -32601. */
export type FixedAnswer = { readonly result: unknown } | { readonly code: number; readonly message: string } | 'never'

export type FixedWallet = {
  readonly name: string
  readonly rdns?: string
  readonly icon?: string
  readonly answers?: Readonly<Record<string, FixedAnswer>>
}

type InPage = {
  readonly info: { readonly uuid: string; readonly name: string; readonly rdns: string; readonly icon: string }
  readonly answers: Readonly<Record<string, FixedAnswer>>
}

/** Call it before the page opens. */
export async function announceFixedWallet(context: BrowserContext, wallet: FixedWallet): Promise<void> {
  const { name, answers = {} } = wallet
  const rdns = wallet.rdns ?? `example.${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
  const inPage: InPage = { info: { uuid: randomUUID(), name, rdns, icon: wallet.icon ?? iconOf(name) }, answers }
  await context.addInitScript(announceInPage, inPage)
}

/** One flat colour per name, so that rows can be distinguished. */
function iconOf(name: string): string {
  const hue = Array.from(name).reduce((sum, character) => sum + character.charCodeAt(0) * 37, 0) % 360
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" fill="hsl(${hue} 55% 42%)"/>` +
    `<circle cx="16" cy="16" r="8" fill="hsl(${hue} 70% 85%)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}

/** Passed to the page as text, so it may use nothing from this file but types. */
function announceInPage({ info, answers }: InPage): void {
  if (window.top !== window) return
  const provider = {
    request({ method }: { method: string }): Promise<unknown> {
      const answer = answers[method] ?? { code: -32601, message: `${method} is not supported` }
      if (answer === 'never') return new Promise(() => {})
      if ('result' in answer) return Promise.resolve(answer.result)
      return Promise.reject(Object.assign(new Error(answer.message), { code: answer.code }))
    },
    on: () => provider,
    removeListener: () => provider,
  }
  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
