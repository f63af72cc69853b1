/**
 * The page inside the wallet that the user has left to sign in again. The modal leads back to the pages that it opens itself; from there the
 * wallet goes on to this one.
 */

/** A login after this has another purpose. */
const resumableMs = 10 * 60_000

export interface Interrupted<Page> {
  /** @param page `undefined` if there is nothing to come back to */
  leave(page: Page | undefined): void
  /** Once, and for the same user only. */
  takeUp(): Page | undefined
}

export function createInterrupted<Page>(userId: () => string | undefined): Interrupted<Page> {
  let left: { readonly page: Page; readonly userId: string; readonly until: number } | undefined
  return {
    leave(page) {
      const user = userId()
      left =
        page !== undefined && user !== undefined ? { page, userId: user, until: Date.now() + resumableMs } : undefined
    },
    takeUp() {
      const before = left
      left = undefined
      return before && before.userId === userId() && Date.now() < before.until ? before.page : undefined
    },
  }
}
