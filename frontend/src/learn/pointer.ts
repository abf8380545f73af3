import { keyOf, sameCell } from '../codex/geometry';
import type { Plan } from '../game/plan';
import type { Goal } from './steps';

/** Selector of the next gesture's target on the desk; null if there is nothing to do. */
export function pointerOf(goal: Goal, plan: Plan | null): string | null {
  switch (goal.do) {
    case 'read':
      return null;
    case 'ask':
      return `[data-blocked="${keyOf(goal.cell)}"]`;
    case 'lift':
      return `[data-card="${goal.card}"]`;
    case 'flip':
      return `[data-flip="${goal.card}"]`;
    case 'lay': {
      const taken = plan?.card === goal.card && plan.side === goal.side;
      if (!taken) return `[data-card="${goal.card}"]`;
      return plan.cell && sameCell(plan.cell, goal.cell) ? null : `[data-cell="${keyOf(goal.cell)}"]`;
    }
    case 'take':
      return `[data-source="${goal.source}"]`;
    case 'look':
      return `[data-objective="${goal.objective}"]`;
  }
}
