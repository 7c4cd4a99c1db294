import type { BodyOf } from '../../shared/api.ts';
import { HOMES, type Home } from './places.ts';

/** A bunch of the demo company before it is registered; `daysAgo` when the building was taken on after the first week. */
export type Planned = {
  home: Home;
  daysAgo: number | null;
  form: Omit<BodyOf<'createKeyBunch'>, 'currentTag' | 'locationId'>;
};

/**
 * Number, type (Day shift, Night shift, Lock ups, Static), keys+fobs, @ days ago when registered late, the building, and after a
 * bar the note. Invented buildings: no real firm or person stands here.
 */
const REGISTER: Record<keyof typeof HOMES, string> = {
  MCR: `
0101 D 3+1 Irwell Court, reception
0103 D 2+1 Irwell Court, bin store and car park
0104 L 4+0 Ancoats Works, roller shutters | Left shutter first, the right one jams.
0107 D 5+2 Harcourt House, main entrance | Alarm panel is behind the reception desk.
0108 S 2+0 Harcourt House, plant room
0110 N 3+1 Quayside One, loading bay
0112 D 2+2 Quayside One, reception
0113 L 3+0 Whitworth Arcade, north gates
0116 L 3+0 Whitworth Arcade, south gates | Padlock key is the one with green tape.
0119 N 4+1 Chapel Wharf, river entrance
0120 D 3+0 Chapel Wharf, offices
0122 S 1+0 Chapel Wharf, sprinkler room
0124 L 2+0 Pollard Street Garages, units 1 to 8
0125 N 2+1 Bridgewater Mill, courtyard gate
0126 D 4+1 Bridgewater Mill, floors 1 to 3
0128 N 3+2 Bridgewater Mill, roof and lift motor room
0131 D 2+1 Medlock Gate, concierge
0133 L 5+0 Medlock Gate, retail units
0134 S 2+0 Medlock Gate, substation | Network operator holds its own key. Ours opens the outer door only.
0137 D 3+1 Castlefield Yard, office and kitchen
0138 N 2+0 Castlefield Yard, barrier and gatehouse
0140 L 3+1 Brunel Court, underground car park
0142 D 2+1 Brunel Court, residents' lobby
0143 S 3+0 Brunel Court, risers and meters
0145 N 6+2 Albion House, all floors | Floor 4 is let separately: do not enter without the tenant.
0147 N 4+1 Albion House, loading bay | Loading bay shutter sticks. Turn the long brass key twice.
0149 D 3+1 Albion House, main entrance
0150 L 2+0 Salford Trade Park, unit 5
0152 L 2+0 Salford Trade Park, unit 9 | Dog on site until 18:00.
0154 N 3+1 Salford Trade Park, main gate
0155 D 2+0 St Cuthbert's Hall, vestry and side door
0158 L 3+0 Barton Point, warehouse A
0160 N 3+0 Barton Point, warehouse B
0161 D 2+1 Barton Point, gatehouse
0163 S 2+1 Barton Point, pump house
0165 D 3+1 St Alban's Chambers, entrance and lift
0168 N 4+1 St Alban's Chambers, basement vault | Vault needs two people. Ring control before going down.
0170 L 2+0 Hulme Garden Centre, yard gates
0172 L 3+1 Gorse Hill Retail Park, bollards and gates
0175 D 2+1 @31 Grosvenor Lane Studios, stage door
0178 N 3+1 @17 Ordsall Gasworks, perimeter gates
0180 D 2+0 @5 Ordsall Gasworks, site cabin`,
  LDS: `
0201 D 3+1 Wellington Mills, reception
0203 N 3+1 Wellington Mills, service yard
0204 L 2+0 Kirkgate Rooms, front and side doors
0206 D 2+1 Aire Court, concierge
0208 L 3+0 Aire Court, car park shutters | Fob opens the pedestrian gate only.
0209 S 2+0 Aire Court, plant room
0212 N 4+1 Holbeck Mills, engine house
0213 D 3+1 Holbeck Mills, offices | Alarm code is in the sealed envelope, cabinet drawer 2.
0215 L 3+0 Holbeck Mills, yard and gates
0217 D 2+0 Headrow Chambers, entrance
0218 L 3+1 Headingley Parade, shop fronts
0221 L 2+0 Headingley Parade, rear alley gate
0224 N 3+2 Calder House, night entrance
0225 D 4+2 Calder House, main entrance
0227 S 1+0 Calder House, gas meter cage
0229 D 2+1 Gledhow Park Surgery, staff door
0230 L 2+1 Gledhow Park Surgery, pharmacy hatch | Controlled drugs on site. Two signatures for issue.
0233 D 3+1 Crown Point House, reception
0234 N 3+1 Crown Point House, loading dock
0236 L 4+0 Hunslet Trade Centre, units 1 to 4
0238 L 3+0 Hunslet Trade Centre, units 5 to 7
0240 D 2+1 Woodhouse Reading Rooms, public entrance
0241 S 2+0 Woodhouse Reading Rooms, archive store
0244 D 3+0 @38 Kirkstall Foundry Lofts, sales office
0246 N 2+1 @12 Kirkstall Foundry Lofts, site hoarding
0248 D 2+1 Fearns Lock, site office
0249 L 2+0 Marsh Lane Depot, side gate`,
  BRS: `
0301 D 3+1 Avon Quay Offices, entrance
0303 N 4+1 Avon Quay Offices, quay gate
0305 L 3+0 Gloucester Road Market, shutters
0308 D 2+1 Temple Yard, reception
0310 N 3+1 Temple Yard, courtyard and bike store
0312 S 2+0 Temple Yard, comms room | Sign the visitor log in the room as well.
0315 L 2+0 Windmill Lane, community hall
0317 L 3+1 Gloucester Road Garage, shutters
0319 D 3+2 Redcliffe Terrace, management suite
0321 L 3+1 Redcliffe Terrace, car park level -2
0323 N 2+1 Redcliffe Terrace, waste compound
0326 D 2+0 Clifton Assembly Rooms, foyer
0328 N 3+0 Clifton Assembly Rooms, stage and roof
0330 L 4+0 Wick Lane Trading Estate, block C
0332 S 2+0 Wick Lane Trading Estate, switch room
0335 D 2+1 Harbour View, concierge
0337 N 2+1 Harbour View, pontoon gate | Wear a life jacket past the gate.
0340 L 2+0 Eastville Sports Ground, pavilion
0341 D 3+1 Easton Lane Clinic, staff entrance
0344 D 2+1 @44 Merchants Sheds, ticket office
0346 L 2+1 @9 Merchants Sheds, boat store`,
  BHM: `
0401 D 3+1 Colmore Exchange, reception
0403 N 4+1 Colmore Exchange, post room and dock
0405 S 2+0 Colmore Exchange, generator
0407 D 2+1 Snow Hill Court, lobby
0409 L 3+0 Jewellers' Row, front grilles | Grilles down before the alarm is set, never after.
0411 L 2+0 Jewellers' Row, rear yard
0413 N 3+1 Digbeth Works, main gate
0415 D 3+0 Digbeth Works, studios
0417 S 1+0 Digbeth Works, boiler house
0420 L 3+1 Brindley Wharf, moorings and gates
0422 D 2+1 Brindley Wharf, lettings office
0425 N 2+1 Witton Cross, gatehouse
0426 L 4+0 Witton Cross, units 10 to 14
0428 D 3+1 Harborne Priory School, front office | Term time only. In holidays ring the bursar.
0430 S 3+0 Harborne Priory School, caretaker set
0431 D 2+1 @26 Ladywood Wellbeing Hub, main entrance
0433 S 2+0 Bordesley Kiosk, shutter and till`,
  V07: `
0101 N 3+1 Waterloo Street Trade Park, barrier
0102 N 2+0 Strangeways Lofts, bin yard
0104 N 4+1 Tariff Basin, towpath gates
0105 L 2+0 Ardwick Bowl, turnstiles
0107 N 3+0 Collyhurst Depot, fuel yard | Hi-vis in the yard at all times.
0108 L 3+1 Newton Heath Market, gates
0110 N 2+1 Miles Platting Yard, vehicle gate
0111 L 2+0 Moston Works, side shutter
0113 N 3+1 Openshaw Cold Store, staff door`,
  V04: `
0601 N 3+1 Armley Gate Business Park, barrier
0603 L 2+0 Wortley Lane Baths, front doors
0605 N 2+0 Stanningley Works, rear gate
0607 L 3+0 Fulneck Market Hall, gates
0609 N 2+1 Bowling Dye Works, lodge
0610 L 4+0 Shipley Wharf, units and bridge gate
0612 N 3+1 Canal Street Court, underground car park
0614 N 2+1 @20 Thornbury Depot, crew door`,
};

const TYPES: Record<string, string> = { D: 'day_shift', N: 'night_shift', L: 'lock_ups', S: 'static' };
const LINE = /^(\d{4}) ([DNLS]) (\d+)\+(\d+) (?:@(\d+) )?([^|]+?)(?: \| (.+))?$/;

/** Every bunch the story begins with or takes on. `serialOf` answers the NFC serial of a bunch, or null for those without one. */
export function plannedBunches(serialOf: () => string | null): Planned[] {
  return Object.entries(REGISTER).flatMap(([prefix, lines]) =>
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [, number, type = '', keys, fobs, daysAgo, building, note] = LINE.exec(line) ?? [];
        if (!building) throw new Error(`Not a bunch: ${line}`);
        return {
          home: HOMES[prefix as keyof typeof HOMES],
          daysAgo: daysAgo ? Number(daysAgo) : null,
          form: {
            identifier: `${prefix}-${number}`,
            type: TYPES[type],
            keyCount: Number(keys),
            fobCount: Number(fobs),
            keyDescription: building,
            notes: note ?? null,
            nfcSerial: serialOf(),
          },
        };
      }),
  );
}
