/** The port between the page and the modal, captured by a script of the page that ran before the SDK. */
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    appPort?: { readonly port: MessagePort; readonly epoch: number }
  }
}

/** Call it before the SDK loads its frame. The port is captured with its first message. */
export const keepAppPort = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function post(this: MessagePort, message: { type?: string; epoch?: number }) {
      const { type, epoch } = message
      if (type === 'CONFIGURE' && epoch !== undefined) window.appPort = { port: this, epoch }
      Reflect.apply(postMessage, this, [message])
    }
  })

/** Posts messages as the page could, by default with the epoch of the session. Resolves when the modal has processed them. */
export const plant = (page: Page, ...messages: readonly object[]): Promise<void> =>
  page.evaluate(async (forged) => {
    if (!window.appPort) throw new Error('the SDK has not spoken yet')
    const { port, epoch } = window.appPort
    for (const message of forged) port.postMessage({ epoch, payload: {}, ...message })
    const id = crypto.randomUUID()
    const judged = new Promise<void>((resolve) => {
      port.addEventListener('message', ({ data }: MessageEvent<{ id?: string }>) => {
        if (data.id === id) resolve()
      })
    })
    port.postMessage({ id, epoch, type: 'PING', payload: {} })
    await judged
  }, messages)
