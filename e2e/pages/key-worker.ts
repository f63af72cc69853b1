/** The Key Worker of the only wallet on a page, in the hands of a test. */
import type { Page } from '@playwright/test'

/** `without a word`: its document is not told, as of one that hangs. */
type Death = 'with an error' | 'without a word'

/** Instead of handing out the next signature, which it has made by then, the Worker dies. */
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
