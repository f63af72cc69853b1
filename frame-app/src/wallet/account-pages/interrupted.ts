/**
 * The page inside the wallet that the user has left to sign in again. The modal leads back to the pages that it opens itself; from there the
 * wallet goes on to this one.
 */

/** A login after this has another purpose. */
const resumableMs = 10 * 60_000

export function createInterrupted<Page>(userId: () => string | undefined) {
  let left: { readonly page: Page; readonly userId: string; readonly until: number } | undefined
  return {
    /** @param page `undefined` if there is nothing to come back to */
    leave(page: Page | undefined): void {
      const user = userId()
      left =
        page !== undefined && user !== undefined ? { page, userId: user, until: Date.now() + resumableMs } : undefined
    },
    /** Once, and for the same user only. */
    takeUp(): Page | undefined {
      const before = left
      left = undefined
      return before && before.userId === userId() && Date.now() < before.until ? before.page : undefined
    },
  }
}
