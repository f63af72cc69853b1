import { describe, expect, test } from 'vitest'
import { platformsOf, tabOf, whereToGet } from './platforms.ts'

const none = {
  id: 'kestrel',
  mobileLink: undefined,
  universalLink: undefined,
  webappLink: undefined,
  desktopLink: undefined,
  rdns: undefined,
}
const all = {
  id: 'kestrel',
  mobileLink: 'kestrel://',
  universalLink: 'https://kestrel.example',
  webappLink: 'https://kestrel.example/',
  desktopLink: 'kestrel://',
  rdns: 'example.kestrel',
}
const phantom = {
  ...none,
  id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  rdns: 'app.phantom',
}
const desktop = { isMobile: false, isInstalled: false, basic: false, namespace: 'eip155' } as const
const phone = { ...desktop, isMobile: true }

describe('the platforms of a wallet', () => {
  test.each([
    ['everything, not installed', all, desktop, ['qrcode', 'web', 'desktop', 'unsupported']],
    ['everything, installed', all, { ...desktop, isInstalled: true }, ['browser', 'qrcode', 'web', 'desktop']],
    ['everything, on a phone', all, phone, ['mobile', 'web']],
    ['an app alone', { ...none, mobileLink: 'kestrel://' }, desktop, ['qrcode']],
    ['an address alone', { ...none, universalLink: 'https://kestrel.example' }, phone, ['mobile']],
    ['a desktop app alone', { ...none, desktopLink: 'kestrel://' }, desktop, ['desktop']],
    ['a desktop app alone, on a phone', { ...none, desktopLink: 'kestrel://' }, phone, []],
    ['an extension alone', { ...none, rdns: 'example.kestrel' }, desktop, ['unsupported']],
    ['an extension alone, on a phone', { ...none, rdns: 'example.kestrel' }, phone, ['unsupported']],
    ['without adapters', all, { ...desktop, isInstalled: true, basic: true }, ['qrcode', 'web', 'desktop']],
    ['nothing', none, desktop, []],
    ['Phantom on Solana, on a phone', phantom, { ...phone, namespace: 'solana' }, ['browse']],
    [
      'Phantom on Solana, on a phone that has it',
      phantom,
      { ...phone, namespace: 'solana', isInstalled: true },
      ['browser'],
    ],
    ['Phantom on Ethereum, on a phone', phantom, phone, ['unsupported']],
    ['Phantom on Solana, on a computer', phantom, { ...desktop, namespace: 'solana' }, ['unsupported']],
  ] as const)('%s', (_, wallet, surroundings, expected) => {
    expect(platformsOf(wallet, surroundings)).toEqual(expected)
    // No two platforms share a tab.
    expect(new Set(expected.map(tabOf)).size).toBe(expected.length)
  })
})

describe('the places to get a wallet', () => {
  const stores = {
    appStore: 'https://apps.apple.com/1',
    playStore: 'https://play.google.com/1',
    chromeStore: 'https://chromewebstore.google.com/1',
    homepage: 'https://kestrel.example/',
  }
  const nowhere = { appStore: undefined, playStore: undefined, chromeStore: undefined, homepage: undefined }
  test.each([
    ['the store of a phone', stores, 'apple', { href: stores.appStore }],
    ['the store of another phone', stores, 'android', { href: stores.playStore }],
    [
      'its site, where the phone’s store is not named',
      { ...stores, playStore: undefined },
      'android',
      { href: stores.homepage },
    ],
    ['the list, on a computer', stores, 'other', 'list'],
    ['the one page that there is', { ...nowhere, homepage: stores.homepage }, 'other', { href: stores.homepage }],
    ['nowhere', nowhere, 'other', undefined],
  ] as const)('%s', (_, wallet, device, expected) => {
    expect(whereToGet(wallet, device)).toEqual(expected)
  })
})
