/** A user at the local OpenID provider: follows its redirects, fills in its forms, and stops where it sends the user back. */

/** @returns the URL of the callback, with the provider's answer */
export async function signInAt(authorization: URL, login: string | undefined): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = authorization
  let form: URLSearchParams | undefined
  for (let steps = 0; steps < 20; steps++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    form = undefined
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location !== null) {
      url = new URL(location, url)
      if (url.origin !== authorization.origin) return url
      continue
    }
    const page = await response.text()
    if (response.status !== 200) throw new Error(`The provider answered ${response.status}: ${page.slice(0, 400)}`)
    // The link "cancel" of its forms.
    const cancel = /href="([^"]*\/abort)"/.exec(page)?.[1]
    if (login === undefined && cancel !== undefined) {
      url = new URL(cancel, url)
      continue
    }
    const action = /action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1]
    if (action === undefined || prompt === undefined) throw new Error(`No form at the provider: ${page.slice(0, 400)}`)
    url = new URL(action, url)
    form = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login: login ?? '', password: 'any' } : {}) })
  }
  throw new Error('The provider leads in a circle')
}
