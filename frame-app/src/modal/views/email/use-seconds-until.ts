export { useSecondsUntil } from '../../../shared/ui/base/use-seconds-until.ts'
