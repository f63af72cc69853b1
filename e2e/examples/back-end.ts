/** The back end of an example that signs its users in, asked by its page and by strangers. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import * as z from 'zod'

const Refusal = z.object({ code: z.string() })

/** Starts before the user signs, and reads what the page hands in. */
export function watchBackEnd(page: Page, context: BrowserContext, origin: string) {
  const handedIn = page
    .waitForRequest((request) => request.method() === 'POST' && request.url() === `${origin}/siwx/sessions`)
    .then((request) => request.postData() ?? '')
  let oldCookie = ''
  const cookies = async () => (await context.cookies(origin)).map(({ name, value }) => `${name}=${value}`).join('; ')
  const me = async (cookie = '') => (await fetch(`${origin}/me`, { headers: { cookie } })).text()
  const post = (body: string, from: string) =>
    fetch(`${origin}/siwx/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: from },
      body,
    })
  const refused = async (answer: Response) => {
    expect(answer.ok).toBe(false)
    expect(answer.headers.getSetCookie()).toEqual([])
    return Refusal.parse(await answer.json()).code
  }

  return {
    /** The user is signed in: by a cookie that scripts cannot read, and by a message that works once and from there only. */
    async expectSignedIn(address: string) {
      expect((await context.cookies(origin)).map(({ httpOnly }) => httpOnly)).toEqual([true])
      expect(await page.evaluate(() => document.cookie)).toBe('')
      oldCookie = await cookies()
      expect(await me(oldCookie)).toBe(address)
      expect(await me()).toBe('')
      expect(await me(oldCookie.replace(/=./, otherLast))).toBe('')
      const body = await handedIn
      expect(await refused(await post(body, origin))).toBe('NONCE_USED')
      expect(await refused(await post(body, 'https://evil.example'))).toBe('ORIGIN_NOT_ALLOWED')
      const other = body.replace(/Nonce: ./, otherLast)
      expect(await refused(await post(other, origin))).toBe('NONCE_INVALID')
    },
    /** Neither the cookie of before nor the message signs anybody in again. */
    async expectSignedOut() {
      await expect.poll(async () => me(await cookies())).toBe('')
      expect(await me(oldCookie)).toBe('')
      expect(await refused(await post(await handedIn, origin))).toBe('NONCE_USED')
    },
  }
}

const otherLast = (text: string) => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A')
