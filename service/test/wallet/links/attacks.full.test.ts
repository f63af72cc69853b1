/** Attacks on adding a login: the attacker’s into a victim’s account, or the victim’s into the attacker’s. */
import { describe, expect, test } from 'vitest'
import { createDevice, signIn } from '../device.ts'
import { look } from '../farcaster/support.ts'
import { hostOrigin, projectId } from '../service.ts'
import { signInAt } from '../social/at-provider.ts'
import { challengeOf, comeBack, formOf, leave, secret } from '../social/device.ts'
import { newPerson, prove, sharedLinkService, signInAtAcme, startFarcasterLink, startLink } from './support.ts'

const service = await sharedLinkService()

const proveFarcaster = async (device: Parameters<typeof look>[0], flowId: string, url: string) => {
  await (await service.farcaster.app('mallory')).scan(url)
  expect(await look(device, flowId, '20')).toMatchObject({ status: 'proven' })
}

describe('[C284] [A13] the attacker’s login is put into another account', () => {
  test('by its id and verifier: it belongs to the account and the device that began it', async () => {
    const [victim, attacker] = [await newPerson(service), await newPerson(service)]
    const { proof, ...started } = await startLink(attacker)
    await prove(service, started, 'Mallory')
    expect((await victim.device.refused('socialLink', proof, victim.more)).code).toBe('FLOW_UNKNOWN')
    // On one device, where the attacker was signed in before the victim.
    const { session } = await signIn(service, victim.email, attacker.device)
    const there = { accessToken: session.accessToken }
    expect((await attacker.device.refused('socialLink', proof, there)).code).toBe('FLOW_UNKNOWN')
    const byFarcaster = await startFarcasterLink(attacker)
    await proveFarcaster(attacker.device, byFarcaster.proof.flowId, byFarcaster.url)
    expect((await attacker.device.refused('farcasterLink', byFarcaster.proof, there)).code).toBe('FLOW_UNKNOWN')
    expect(await victim.list()).toHaveLength(1)
  })
})

describe('[C323] the victim’s login is put into the attacker’s account, or signs the attacker in', () => {
  test('a victim who follows the address of the attacker’s link sees no number, and reads what it is for', async () => {
    const attacker = await newPerson(service)
    const { proof, ticket } = await startLink(attacker)
    const { asked, answered } = await prove(service, { ticket, matchNumber: 'none' }, 'Victim')
    expect(asked).toContain('let this Acme account open a wallet here')
    expect(answered).toContain('Nobody was signed in')
    expect((await attacker.device.refused('socialLink', proof, attacker.more)).code).toBe('FLOW_DENIED')
  })

  test('a device that the victim’s account knows has to show the number all the same', async () => {
    const { device } = await newPerson(service)
    const own = await signInAtAcme(service, device, 'Tina')
    const { ticket } = await startLink({ device, more: { accessToken: own.accessToken } })
    const page = await comeBack(service.app, await signInAt(await leave(service.app, ticket), 'Tina'))
    expect(await formOf(page)).toHaveProperty('token')
  })

  test('a login that was begun to be added signs nobody in, and one that signs in by Farcaster is not added', async () => {
    const person = await newPerson(service)
    const { device, more } = person
    const { proof, ...started } = await startLink(person)
    await prove(service, started, 'Quentin')
    expect((await device.refused('socialComplete', proof)).code).toBe('FLOW_UNKNOWN')
    const added = await startFarcasterLink(person)
    await proveFarcaster(device, added.proof.flowId, added.url)
    expect((await device.refused('farcasterComplete', added.proof)).code).toBe('FLOW_UNKNOWN')

    const verifier = secret()
    const request = { projectId, hostOrigin, challenge: challengeOf(verifier) }
    const { flowId, url } = await device.ask('farcasterStart', request)
    await proveFarcaster(device, flowId, url)
    expect((await device.refused('farcasterLink', { flowId, verifier }, more)).code).toBe('FLOW_UNKNOWN')
  })

  test('a login of another account is not taken from it', async () => {
    await signInAtAcme(service, await createDevice(service.app), 'Uma')
    const person = await newPerson(service)
    const { proof, ...started } = await startLink(person)
    await prove(service, started, 'Uma')
    expect((await person.device.refused('socialLink', proof, person.more)).code).toBe('IDENTITY_TAKEN')
  })
})

// The last one: the app of Farcaster has the time of this machine.
describe('[C284] the attacker’s login is put into another account', () => {
  test('by a stolen session of an account that has signed in long ago', async () => {
    const victim = await newPerson(service)
    service.advance(6 * 60_000)
    await expect(startLink(victim)).rejects.toThrow('REAUTH_REQUIRED')
    await expect(startFarcasterLink(victim)).rejects.toThrow('REAUTH_REQUIRED')
  })
})
