/** Lets a test kill the Key Worker of the only wallet on a page. */
import type { Page } from '@playwright/test'

/** `without a word`: its document is not notified, as if the Worker hung. */
type Death = 'with an error' | 'without a word'

/** Kills the Worker when it is about to return the next signature, which it has created by then. */
export async function killBehindSignature(page: Page, death: Death): Promise<void> {
  const [worker, ...others] = page.workers()
  if (!worker || others.length > 0) throw new Error(`There are ${page.workers().length} Workers`)
  await worker.evaluate((how) => {
    const post = self.postMessage.bind(self)
    const fail = () => {
      throw new Error('killed')
    }
    const die = () => (how === 'with an error' ? setTimeout(fail) : self.close())
    Reflect.set(self, 'postMessage', (message: object) =>
      JSON.stringify(message).includes('"signed":') ? die() : post(message),
    )
  }, death)
}
