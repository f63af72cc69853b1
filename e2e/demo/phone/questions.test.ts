import { expect, test } from 'vitest'
import { createQuestions, type Question } from './questions.ts'

const question = (id: number): Question => ({
  id,
  app: { name: 'An app', origin: 'https://app.example' },
  about: { kind: 'proposal', networks: [], missing: [] },
  answer: async () => '',
})

test('a question is asked once, also when the kit tells of it again while its answer is on the way', () => {
  const questions = createQuestions()
  questions.add(question(1))
  questions.add(question(1))
  questions.add(question(2))
  expect(questions.first()?.id).toBe(1)
  questions.remove(1)
  questions.add(question(1))
  expect(questions.first()?.id).toBe(2)
  questions.remove(2)
  expect(questions.first()).toBeUndefined()
})
