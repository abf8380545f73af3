import type { Kingdom } from '../catalogue';
import { ant } from './ant';
import { bee } from './bee';
import { boar } from './boar';
import { bracket } from './bracket';
import { bramble } from './bramble';
import { chanterelle } from './chanterelle';
import { cicada } from './cicada';
import { coral } from './coral';
import { dragonfly } from './dragonfly';
import { earthstar } from './earthstar';
import { fern } from './fern';
import { flyAgaric } from './fly-agaric';
import { fox } from './fox';
import { grasshopper } from './grasshopper';
import { hare } from './hare';
import { hedgehog } from './hedgehog';
import { heron } from './heron';
import { inkCap } from './ink-cap';
import { iris } from './iris';
import { ivy } from './ivy';
import { ladybird } from './ladybird';
import { mantis } from './mantis';
import { morel } from './morel';
import type { Motif } from './motif';
import { moth } from './moth';
import { oak } from './oak';
import { owl } from './owl';
import { parasol } from './parasol';
import { pine } from './pine';
import { poppy } from './poppy';
import { puffball } from './puffball';
import { salmon } from './salmon';
import { scorpionfly } from './scorpionfly';
import { stag } from './stag';
import { stagBeetle } from './stag-beetle';
import { stinkhorn } from './stinkhorn';
import { thistle } from './thistle';
import { toad } from './toad';
import { waterLily } from './water-lily';
import { wheat } from './wheat';
import { wolf } from './wolf';

/** Ten motifs for each kingdom, in the order of its cards: how each is drawn, which is done when it is first shown. */
export const MOTIFS: Readonly<Record<Kingdom, readonly (() => Motif)[]>> = {
  fungi: [flyAgaric, chanterelle, morel, bracket, puffball, inkCap, coral, earthstar, parasol, stinkhorn],
  plant: [fern, oak, thistle, iris, ivy, poppy, wheat, pine, waterLily, bramble],
  animal: [wolf, stag, owl, hare, fox, toad, boar, heron, hedgehog, salmon],
  insect: [stagBeetle, moth, dragonfly, bee, mantis, ant, grasshopper, ladybird, cicada, scorpionfly],
};
