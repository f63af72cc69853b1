import { expect, test } from 'vitest'
import { createMailbox } from './mailbox.ts'

const topic = 'a'.repeat(64)
const from = (sender: string, message: string) => ({ sender, topic, message, ttl: 300 })
const texts = (letters: readonly { message: string }[]) => letters.map(({ message }) => message)

test('undelivered messages wait, oldest first, but never for their sender', () => {
  const box = createMailbox()
  box.publish(from('dapp', 'one'))
  box.publish(from('dapp', 'two'))
  expect(texts(box.waitingFor('wallet', topic))).toEqual(['one', 'two'])
  expect(box.waitingFor('dapp', topic)).toEqual([])
})

test('an acknowledged message is not delivered to that client again, but still to others', () => {
  const box = createMailbox()
  const letter = box.publish(from('dapp', 'one'))
  if (letter) box.acknowledge('wallet', letter)
  expect(box.waitingFor('wallet', topic)).toEqual([])
  expect(texts(box.waitingFor('another', topic))).toEqual(['one'])
})

test('the same message twice is one message', () => {
  const box = createMailbox()
  expect(box.publish(from('dapp', 'one'))).toBeDefined()
  expect(box.publish(from('dapp', 'one'))).toBeUndefined()
  expect(box.waitingFor('wallet', topic)).toHaveLength(1)
})

test('a message ends with its time to live', () => {
  let now = 0
  const box = createMailbox(() => now)
  box.publish(from('dapp', 'one'))
  now = 299_999
  expect(box.waitingFor('wallet', topic)).toHaveLength(1)
  now = 300_000
  expect(box.waitingFor('wallet', topic)).toEqual([])
})
