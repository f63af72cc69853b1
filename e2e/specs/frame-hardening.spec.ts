/** The modal's frame as enforced by the browser: attributes, delegated features, sandbox, Trusted Types. */
import { delegatedFeatures } from '@airlock/service/frames/headers.ts'
import type { Frame, Page } from '@playwright/test'
import { modalOn } from '../pages/modal.ts'
import { press } from '../setup/press.ts'
import { expect, test } from '../test.ts'
import type { World } from '../world/world.ts'

async function openModal(page: Page, world: World): Promise<Frame> {
  await press(page.getByRole('button', { name: 'Connect' }))
  const modal = await modalOn(page, world)
  await modal.expectView('Connect Wallet')
  return modal.frame
}

test('the iframe has these attributes and no other [T27]', { tag: '@gate' }, async ({ host, page, world }) => {
  await host.create()
  const frame = await openModal(page, world)
  const element = await frame.frameElement()
  const attributes = await element.evaluate((iframe) =>
    Object.fromEntries([...(iframe as Element).attributes].map(({ name, value }) => [name, value])),
  )
  const origin = world.origins.modal
  expect(attributes).toEqual({
    'aria-label': 'Test host',
    src: world.config.frameUrl,
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
    allow: delegatedFeatures.map((feature) => `${feature} ${origin}`).join(';'),
    referrerpolicy: 'strict-origin',
  })
})

test('exactly the delegated features are in effect in the modal [T27]', async ({ host, page, world }) => {
  await host.create()
  const frame = await openModal(page, world)
  const features = await frame.evaluate(() => {
    // as: exists in Chromium, but not in the type definitions.
    const policy = Reflect.get(document, 'featurePolicy') as {
      allowedFeatures(): string[]
      getAllowlistForFeature(feature: string): string[]
    }
    const names = policy.allowedFeatures()
    return Object.fromEntries(names.map((name) => [name, policy.getAllowlistForFeature(name)]))
  })
  // Client hints are not capabilities; they control request headers.
  const capabilities = Object.keys(features).filter((name) => !name.startsWith('ch-'))
  expect(new Set(capabilities)).toEqual(new Set(delegatedFeatures))
  for (const feature of delegatedFeatures) expect(features[feature]).toEqual([world.origins.modal])
})

test('the modal cannot take its host elsewhere, not even after a click [T8]', async ({ host, page, world }) => {
  await host.create()
  const frame = await openModal(page, world)
  const address = page.url()
  await press(frame.getByRole('heading', { level: 1 }))
  const failure = await frame.evaluate(() => {
    try {
      Reflect.set(window.top ?? {}, 'location', 'about:blank#gone')
      return 'no error'
    } catch (error) {
      return error instanceof Error ? error.name : 'unknown'
    }
  })
  expect(failure).toBe('SecurityError')
  expect(page.url()).toBe(address)
})

test('no text becomes markup or script in the modal, and no policy that would allow it can be made', {
  tag: '@gate',
}, async ({ host, page, world, violations }) => {
  await host.create()
  const frame = await openModal(page, world)
  const failures = await frame.evaluate(() => {
    // as: exists in Chromium, but not in the type definitions.
    const factory = Reflect.get(window, 'trustedTypes') as { createPolicy(name: string, rules: object): object }
    const attempts: Record<string, () => unknown> = {
      innerHTML: () => Reflect.set(document.createElement('p'), 'innerHTML', '<img src=x>'),
      'script.src': () => Reflect.set(document.createElement('script'), 'src', 'https://evil.example/x.js'),
      'script.text': () => Reflect.set(document.createElement('script'), 'text', 'top'),
      'a policy': () => factory.createPolicy('airlock', {}),
      'the default policy': () => factory.createPolicy('default', {}),
    }
    return Object.fromEntries(
      Object.entries(attempts).map(([name, attempt]) => {
        try {
          attempt()
          return [name, 'done']
        } catch (error) {
          return [name, error instanceof Error ? error.name : 'unknown']
        }
      }),
    )
  })
  expect(failures).toEqual({
    innerHTML: 'TypeError',
    'script.src': 'TypeError',
    'script.text': 'TypeError',
    'a policy': 'TypeError',
    'the default policy': 'TypeError',
  })
  await violations.next(({ directive }) => directive === 'trusted-types')
})
