/** Why a message did not arrive, in words. */
import { wordsOf } from '../net/problem';
import { ApiError } from '../net/http';
import { say, findText } from 'virtual:words/notifications';

export function causeOf(cause: string): string {
  if (cause === 'timeout') return say('notify.cause_timeout');
  if (cause === 'unreachable') return say('notify.cause_unreachable');
  if (cause === 'TLS') return say('notify.cause_tls');
  if (cause === 'address') return say('notify.cause_address');
  if (cause === 'off') return say('notify.cause_off');
  return say('notify.cause_http', { code: cause });
}

export function faultOf(thrown: unknown): string {
  const cause = thrown instanceof ApiError && thrown.code === 'notice.failed' ? thrown.facts['cause'] : undefined;
  if (thrown instanceof ApiError && thrown.code === 'vacation.days')
    return say('error.vacation.days', { count: Number(thrown.facts['count']) });
  return typeof cause === 'string' ? say('notify.fault_test', { cause: causeOf(cause) }) : wordsOf(thrown, findText);
}
