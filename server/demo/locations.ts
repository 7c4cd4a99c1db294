import type { BodyOf } from '../../shared/api.ts';

/** A set of keys at the beginning; `daysAgo` when its building was added after the first days. */
export type Planned = {
  id: string;
  home: Site;
  building: string;
  daysAgo: number | null;
  form: Omit<BodyOf<'createKeyBunch'>, 'currentTag' | 'locationId' | 'premisesIds'> & {
    type: string;
    premisesIds: string[];
  };
};

export type Site = (typeof LOCATIONS)[number];

/**
 * Where sets are kept, who has them, and the sets: by building, each with number, type (Day shift, Night shift, Lock ups, Static),
 * keys+fobs, @ days ago when registered late, door, and a note after the bar. Invented: no real firm or person.
 */
export const LOCATIONS = [
  {
    prefix: 'MCR',
    name: 'Manchester HQ',
    description: 'Control room cabinet, ground floor',
    byDay: ['Megan Price', 'Owen Hartley', 'Priya Raman'],
    byNight: ['Callum Reid', 'S. Rahman'],
    sets: `
Irwell Court: 0101 D3+1 reception; 0103 D2+1 bin store and car park
Ancoats Works: 0104 L4+0 roller shutters | Left shutter first, the right one jams.
Harcourt House: 0107 D5+2 main entrance | Alarm panel is behind the reception desk.; 0108 S2+0 plant room
Quayside One: 0110 N3+1 loading bay; 0112 D2+2 reception
Whitworth Arcade: 0113 L3+0 north gates; 0116 L3+0 south gates | Padlock key is the one with green tape.
Chapel Wharf: 0119 N4+1 river entrance; 0120 D3+0 offices; 0122 S1+0 sprinkler room
Pollard Street Garages: 0124 L2+0 units 1 to 8
Bridgewater Mill: 0125 N2+1 courtyard gate; 0126 D4+1 floors 1 to 3; 0128 N3+2 roof and lift motor room
Medlock Gate: 0131 D2+1 concierge; 0133 L5+0 retail units; 0134 S2+0 substation | Network operator holds its own key. Ours opens the outer door only.
Castlefield Yard: 0137 D3+1 office and kitchen; 0138 N2+0 barrier and gatehouse
Brunel Court: 0140 L3+1 underground car park; 0142 D2+1 residents' lobby; 0143 S3+0 risers and meters
Albion House: 0145 N6+2 all floors | Floor 4 is let separately: do not enter without the tenant.; 0147 N4+1 loading bay | Loading bay shutter sticks. Turn the long brass key twice.; 0149 D3+1 main entrance
Salford Trade Park: 0150 L2+0 unit 5; 0152 L2+0 unit 9 | Dog on site until 18:00.; 0154 N3+1 main gate
St Cuthbert's Hall: 0155 D2+0 vestry and side door
Barton Point: 0158 L3+0 warehouse A; 0160 N3+0 warehouse B; 0161 D2+1 gatehouse; 0163 S2+1 pump house
St Alban's Chambers: 0165 D3+1 entrance and lift; 0168 N4+1 basement vault | Vault needs two people. Ring control before going down.
Hulme Garden Centre: 0170 L2+0 yard gates / Gorse Hill Retail Park: 0172 L3+1 bollards and gates
Grosvenor Lane Studios: 0175 D2+1 @31 stage door
Ordsall Gasworks: 0178 N3+1 @17 perimeter gates; 0180 D2+0 @5 site cabin`,
  },
  {
    prefix: 'LDS',
    name: 'Leeds Office',
    description: 'Wellington Street, reception safe',
    byDay: ['Kayleigh Dunn', 'Marek Zielinski', 'Tom Whitaker'],
    byNight: ['James Marsh', 'Marek Zielinski'],
    sets: `
Wellington Mills: 0201 D3+1 reception; 0203 N3+1 service yard / Kirkgate Rooms: 0204 L2+0 front and side doors
Aire Court: 0206 D2+1 concierge; 0208 L3+0 car park shutters | Fob opens the pedestrian gate only.; 0209 S2+0 plant room
Holbeck Mills: 0212 N4+1 engine house; 0213 D3+1 offices | Alarm code is in the sealed envelope, cabinet drawer 2.; 0215 L3+0 yard and gates
Headrow Chambers: 0217 D2+0 entrance / Headingley Parade: 0218 L3+1 shop fronts; 0221 L2+0 rear alley gate
Calder House: 0224 N3+2 night entrance; 0225 D4+2 main entrance; 0227 S1+0 gas meter cage
Gledhow Park Surgery: 0229 D2+1 staff door; 0230 L2+1 pharmacy hatch | Controlled drugs on site. Two signatures for issue.
Crown Point House: 0233 D3+1 reception; 0234 N3+1 loading dock
Hunslet Trade Centre: 0236 L4+0 units 1 to 4; 0238 L3+0 units 5 to 7
Woodhouse Reading Rooms: 0240 D2+1 public entrance; 0241 S2+0 archive store
Kirkstall Foundry Lofts: 0244 D3+0 @38 sales office; 0246 N2+1 @12 site hoarding / Fearns Lock: 0248 D2+1 site office
Marsh Lane Depot: 0249 L2+0 side gate`,
  },
  {
    prefix: 'BRS',
    name: 'Bristol Depot',
    description: 'Avonmouth, cabinets A and B',
    byDay: ['Bethan Rhys', 'Siân Morgan'],
    byNight: ['Gareth Lowe'],
    sets: `
Avon Quay Offices: 0301 D3+1 entrance; 0303 N4+1 quay gate / Gloucester Road Market: 0305 L3+0 shutters
Temple Yard: 0308 D2+1 reception; 0310 N3+1 courtyard and bike store; 0312 S2+0 comms room | Sign the visitor log in the room as well.
Windmill Lane: 0315 L2+0 community hall / Gloucester Road Garage: 0317 L3+1 shutters
Redcliffe Terrace: 0319 D3+2 management suite; 0321 L3+1 car park level -2; 0323 N2+1 waste compound
Clifton Assembly Rooms: 0326 D2+0 foyer; 0328 N3+0 stage and roof
Wick Lane Trading Estate: 0330 L4+0 block C; 0332 S2+0 switch room
Harbour View: 0335 D2+1 concierge; 0337 N2+1 pontoon gate | Wear a life jacket past the gate.
Eastville Sports Ground: 0340 L2+0 pavilion / Easton Lane Clinic: 0341 D3+1 staff entrance
Merchants Sheds: 0344 D2+1 @44 ticket office; 0346 L2+1 @9 boat store`,
  },
  {
    prefix: 'BHM',
    name: 'Birmingham Office',
    description: 'Colmore Row, second floor',
    byDay: ['Adaeze Okafor', 'Yusuf Karim'],
    byNight: ['Imran Sadiq'],
    sets: `
Colmore Exchange: 0401 D3+1 reception; 0403 N4+1 post room and dock; 0405 S2+0 generator
Snow Hill Court: 0407 D2+1 lobby
Jewellers' Row: 0409 L3+0 front grilles | Grilles down before the alarm is set, never after.; 0411 L2+0 rear yard
Digbeth Works: 0413 N3+1 main gate; 0415 D3+0 studios; 0417 S1+0 boiler house
Brindley Wharf: 0420 L3+1 moorings and gates; 0422 D2+1 lettings office
Witton Cross: 0425 N2+1 gatehouse; 0426 L4+0 units 10 to 14
Harborne Priory School: 0428 D3+1 front office | Term time only. In holidays ring the bursar.; 0430 S3+0 caretaker set
Ladywood Wellbeing Hub: 0431 D2+1 @26 main entrance / Bordesley Kiosk: 0433 S2+0 shutter and till`,
  },
  {
    prefix: 'V07',
    name: 'Van 07',
    description: 'Manchester night patrol, safe behind the bulkhead',
    byDay: ['Owen Hartley'],
    byNight: ['Callum Reid', 'S. Rahman'],
    sets: `
Waterloo Street Trade Park: 0101 N3+1 barrier / Strangeways Lofts: 0102 N2+0 bin yard
Tariff Basin: 0104 N4+1 towpath gates / Ardwick Bowl: 0105 L2+0 turnstiles
Collyhurst Depot: 0107 N3+0 fuel yard | Hi-vis in the yard at all times. / Newton Heath Market: 0108 L3+1 gates
Miles Platting Yard: 0110 N2+1 vehicle gate / Moston Works: 0111 L2+0 side shutter
Openshaw Cold Store: 0113 N3+1 staff door`,
  },
  {
    prefix: 'V04',
    name: 'Van 04',
    description: 'Leeds and Bradford patrol',
    byDay: ['Marek Zielinski'],
    byNight: ['James Marsh'],
    sets: `
Armley Gate Business Park: 0601 N3+1 barrier / Wortley Lane Baths: 0603 L2+0 front doors
Stanningley Works: 0605 N2+0 rear gate / Fulneck Market Hall: 0607 L3+0 gates / Bowling Dye Works: 0609 N2+1 lodge
Shipley Wharf: 0610 L4+0 units and bridge gate / Canal Street Court: 0612 N3+1 underground car park
Thornbury Depot: 0614 N2+1 @20 crew door`,
  },
] as const;

const TYPES: Record<string, string> = { D: 'day_shift', N: 'night_shift', L: 'lock_ups', S: 'static' };
const SET = /^(\d{4}) ([DNLS])(\d+)\+(\d+) (?:@(\d+) )?([^|]+?)(?: \| (.+))?$/;

export const plannedSets = (): Planned[] =>
  LOCATIONS.flatMap((home) =>
    home.sets
      .trim()
      .split(/\n| \/ /)
      .flatMap((line) => {
        const [building = '', ...sets] = line.split(/: (?=\d{4} )|; (?=\d{4} )/);
        return sets.map((text) => planned(home, building, text));
      })
      .map((set, index) => ({ ...set, form: { ...set.form, position: hook(home, index) } })),
  );

const HOOKS = 20;

/** The hooks of a set: cabinets A, B and so on with twenty hooks each; a van has a safe. */
const hook = ({ name }: Site, index: number): string =>
  name.startsWith('Van') ? `Safe ${index + 1}` : `${'ABC'[Math.floor(index / HOOKS)]} ${(index % HOOKS) + 1}`;

function planned(home: Site, building: string, text: string): Planned {
  const [, number, type = '', keys, fobs, daysAgo, door, note = null] = SET.exec(text) ?? [];
  if (!door) throw new Error(`Not a set of keys: ${text}`);
  const id = `${home.prefix}-${number}`;
  const counts = { keyCount: Number(keys), fobCount: Number(fobs) };
  const form = {
    identifier: id,
    type: `${TYPES[type]}`,
    keyDescription: `${building}, ${door}`,
    notes: note,
    premisesIds: [building],
  };
  return { id, home, building, daysAgo: daysAgo ? Number(daysAgo) : null, form: { ...form, ...counts } };
}
