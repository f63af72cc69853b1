/** Look-ups and suggestions. */
import { NameRecord, Suggestions } from '@airlock/protocol/gateway/names.ts'
import { describe, expect, test } from 'vitest'
import { listenOnLoopback } from '../../../src/listen.ts'
import { bodyOf, ether, failureOf, newAccount, type Registry, seconds, zone } from './registry.ts'

export function describeLookUps({ get, nodeUrl, register, startWith }: Registry): void {
  describe('look-ups', () => {
    test.each([
      ['account/nobody.shop.example', 404, 'Name is not found in the database: nobody.shop.example'],
      ['account/alice', 400, 'Invalid name length: alice'],
      ['account/al%20ice.shop.example', 400, 'Invalid name format: al?ice.shop.example'],
      ['account/alice.reown.id', 400, 'Name is not in the allowed zones: alice.reown.id'],
      ['reverse/0x000000000000000000000000000000000000dEaD', 404, 'No name for address is found'],
      ['reverse/alice', 400, 'The address provided is invalid'],
      ['suggestions/al', 400, 'Invalid name length: al'],
      ['suggestions/alice?zone=reown.id', 400, 'Name is not in the allowed zones: alice.reown.id'],
      ['suggestions/shit', 400, 'Name is not allowed: shit'],
    ])('%s is refused with %i', async (path, status, text) => {
      expect(await failureOf(await get(path))).toEqual([status, expect.any(String), text])
    })

    test('give a client of the second version an empty list if there is no result', async () => {
      for (const path of [`account/nobody.${zone}`, `reverse/${newAccount().address}`]) {
        const response = await get(`${path}?apiVersion=2`)
        expect([response.status, await response.json()]).toEqual([200, []])
      }
    })

    test('find names of a former zone, in which none can be registered', async () => {
      const [owner, name] = [newAccount(), `veteran.${zone}`]
      await register(owner, { name })
      const moved = await startWith(
        { 'eip155:31337': { rpc: [nodeUrl()], currency: ether } },
        { zone: 'new.shop.example', oldZones: [zone] },
      )
      const server = await listenOnLoopback(moved.listener, 0)
      try {
        const at = `http://127.0.0.1:${server.port}/v1/profile`
        const found = NameRecord.parse(await (await fetch(`${at}/account/${name}`)).json())
        expect(found).toMatchObject({ name, addresses: { 60: { address: owner.address } } })
        expect(await (await fetch(`${at}/reverse/${owner.address}`)).json()).toEqual([found])
        const [suggested] = Suggestions.parse(await (await fetch(`${at}/suggestions/veteran`)).json()).suggestions
        expect(suggested?.name).toBe('veteran.new.shop.example')
        const body = JSON.stringify(await bodyOf(newAccount(), { name: `latecomer.${zone}` }))
        const refused = await failureOf(await fetch(`${at}/account`, { method: 'POST', body }))
        expect(refused).toEqual([400, 'name', `Invalid name length: latecomer.${zone}`])
        const change = JSON.stringify(
          await bodyOf(owner, { message: JSON.stringify({ attributes: { bio: 'still here' }, timestamp: seconds() }) }),
        )
        const changed = await fetch(`${at}/account/${name}/attributes`, { method: 'POST', body: change })
        expect(await changed.json()).toEqual({ bio: 'still here' })
      } finally {
        await server.close()
        await moved.close()
      }
    })

    test('suggest the typed name with its state, and up to four free ones that start with it', async () => {
      await register(newAccount(), { name: `maximum.${zone}` })
      const { suggestions } = Suggestions.parse(await (await get(`suggestions/max?zone=${zone}`)).json())
      expect(suggestions).toHaveLength(5)
      expect(suggestions[0]).toEqual({ name: `max.${zone}`, registered: false })
      for (const { name, registered } of suggestions.slice(1)) {
        expect(name).toMatch(/^max.+\.shop\.example$/)
        expect(name).not.toBe(`maximum.${zone}`)
        expect(registered).toBe(false)
      }
      const [taken] = Suggestions.parse(await (await get('suggestions/alice')).json()).suggestions
      expect(taken).toEqual({ name: `alice.${zone}`, registered: true })
      // Look-alikes of it are taken too.
      expect(await (await get('suggestions/a1ice')).json()).toMatchObject({
        suggestions: [{ registered: true }, {}, {}, {}, {}],
      })
    })
  })
}
