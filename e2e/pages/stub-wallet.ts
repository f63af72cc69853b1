/**
 * A wallet frame with given answers in place of the wallet document, so that every state of a login can be reached
 * without a service.
 */
import { toWireError } from '@airlock/protocol/wire-error.ts'
import type { Page } from '@playwright/test'
import { type LoginFailure, loginError } from '../../frame-app/src/shared/login/failure.ts'
import { frameOn } from '../setup/frames.ts'
import type { World } from '../world/world.ts'
import { isWalletDocument } from './wallet-document.ts'

/** Answers by request type, or by type and code (`CONNECT_OTP 123456`); a request that is not in the table stays unanswered. */
export type WalletAnswers = Readonly<Record<string, { payload: unknown } | { error: unknown }>>

export const says = (payload: object = {}) => ({ payload })
export const refuses = (failure: LoginFailure) => ({ error: toWireError(loginError(failure)) })

const always: WalletAnswers = {
  PING: says(),
  SYNC_THEME: says(),
  SYNC_LOCALE: says(),
  SYNC_DAPP_DATA: says(),
  SIGN_OUT: says(),
}

/** From now on the wallet's URL serves the stub. */
export async function serveWallet(page: Page, world: World, answers: WalletAnswers): Promise<void> {
  const script = `(${actInFrame.toString()})(${JSON.stringify({ ...always, ...answers })})`
  const body = `<!doctype html><title>Wallet</title><script>${script}</script>`
  // A modal with an embedder policy loads only documents that have one.
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
  }
  await page.route(isWalletDocument(world), (route) => route.fulfill({ headers, body }))
}

/** The codes that the stub was given, in order. */
export const codesOf = async (page: Page, world: World): Promise<unknown> =>
  (await frameOn(page, world.origins.wallet)).evaluate((): unknown => Reflect.get(window, 'codes'))

/** Passed to the frame as text, so it may use nothing from this file but types. */
function actInFrame(answers: WalletAnswers): void {
  type Message = { id?: string; type: string; payload?: { otp?: string } }
  const codes: string[] = []
  Reflect.set(window, 'codes', codes)
  window.addEventListener('message', ({ data, ports }: MessageEvent<{ epoch: number; hostNonce: string }>) => {
    const { epoch, hostNonce } = data
    for (const port of ports) {
      port.addEventListener('message', ({ data: { id, type, payload: asked } }: MessageEvent<Message>) => {
        if (id === undefined) return
        if (asked?.otp !== undefined) codes.push(asked.otp)
        const answer = answers[`${type} ${asked?.otp}`] ?? answers[type]
        if (!answer) return
        const [outcome, payload] = 'error' in answer ? ['ERROR', answer.error] : ['SUCCESS', answer.payload]
        port.postMessage({ id, epoch, type: `${type}_${outcome}`, payload })
      })
      port.start()
    }
    ports[0]?.postMessage({ epoch, type: 'READY', payload: { nonce: hostNonce } })
  })
  const nonce = crypto.randomUUID()
  const versions = { min: 1, max: 1 }
  const hello = { type: 'HELLO', link: 'wallet', nonce, versions, buildId: 'stub', features: [], storage: 'local' }
  window.parent.postMessage(hello, location.ancestorOrigins[0] ?? location.origin)
}
