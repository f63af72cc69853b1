/** Recovery passwords: what the service checks before it releases a copy, and how often. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { methodPlaceText, sealingInfo } from '@airlock/protocol/wallet-service/texts.ts'
import { expect, test } from 'vitest'
import { createRecipient, newMethod, register } from './custodian.ts'
import { signIn } from './device.ts'
import { sharedTestService } from './service.ts'

const service = await sharedTestService({ recoveryKinds: ['passkey', 'password', 'escrow'] })
let people = 0
const newPerson = () => signIn(service, `password${people++}@example.org`)

test('a device gets the copy of a recovery password only with its proof, and tries it at most five times an hour [A22] [C280]', async () => {
  const access = randomBytes(32)
  const copy = randomBytes(60)
  const wrappedR = Buffer.concat([createHash('sha256').update(access).digest(), copy]).toString('base64url')
  const method = { ...newMethod('password', { salt: randomBytes(16).toString('base64url') }), wrappedR }
  const { device, session } = await newPerson()
  const { walletId } = await register(device, session, [method, newMethod('passkey')])
  const { recipient, open } = await createRecipient()
  const more = { accessToken: session.accessToken, params: { walletId } }
  const { methodId } = method
  const proof = (bytes: Buffer) => ({ recipient, password: { methodId, access: bytes.toString('base64url') } })
  const without = await device.ask('recoveryOpen', { recipient }, more)
  expect(without.methods.map(({ kind }) => kind)).toEqual(['passkey'])
  const other = { ...proof(access), password: { methodId: randomUUID(), access: access.toString('base64url') } }
  for (const guess of [proof(randomBytes(32)), other])
    expect(await device.refused('recoveryOpen', guess, more)).toMatchObject({ code: 'PASSWORD_WRONG', status: 403 })
  expect((await device.ask('audit', {}, more)).entries[0]).toMatchObject({ event: 'recovery.refused' })
  const { methods } = await device.ask('recoveryOpen', proof(access), more)
  const released = methods.find(({ kind }) => kind === 'password')
  if (!released) throw new Error('not released')
  const place = methodPlaceText(walletId, methodId)
  expect(await open(released.sealedR, sealingInfo.wrappedR, place)).toBe(copy.toString('base64url'))
  expect((await device.refused('recoveryOpen', proof(randomBytes(32)), more)).code).toBe('PASSWORD_WRONG')
  // The right one counts as well.
  expect(await device.refused('recoveryOpen', proof(access), more)).toMatchObject({ code: 'RATE_LIMITED' })
  // Its list of methods has the salt, and neither the hash nor the copy.
  const listed = JSON.stringify((await device.ask('wallets', {}, more)).methods)
  expect(listed).not.toContain(wrappedR.slice(0, 20))
})

test('a recovery password in another form is refused', async () => {
  const { device, session } = await newPerson()
  const { walletId } = await register(device, session)
  const more = { accessToken: session.accessToken, params: { walletId } }
  const salt = randomBytes(16).toString('base64url')
  for (const method of [
    newMethod('password', { salt }),
    { ...newMethod('password', {}), wrappedR: randomBytes(92).toString('base64url') },
    { ...newMethod('password', { salt, cost: '1' }), wrappedR: randomBytes(92).toString('base64url') },
  ])
    expect(await device.refused('recoveryMethodAdd', method, more)).toMatchObject({ code: 'BAD_REQUEST' })
})
