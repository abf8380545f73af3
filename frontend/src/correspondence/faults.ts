/** Words for the refusals of stored turns and notes. */
import { tell } from 'virtual:words/correspondence';
import { wordsOf } from '../net/problem';

export const faultOf = (thrown: unknown): string => wordsOf(thrown, tell);
