import { createHash } from 'node:crypto';

/**
 * Where sets are kept: prefix, name, description, and who takes sets out by day and by night. Then the buildings: reference, name, address, a
 * postcode with a letter that no real one ends in, and the sets with number, type (Day shift, Night shift, Lock ups, Static), keys+fobs,
 * door, and a note after the bar. Invented: no real firm or person.
 */
const CABINETS = `
MCR Manchester HQ | Control room cabinet, ground floor | Megan Price, Owen Hartley | Callum Reid, S. Rahman
IE-01 Irwell Court: 14 Chapel Quay, Salford, M3 5OC: 0101 D3+1 reception; 0103 D2+1 bin store and car park
CL-01 Ancoats Works: 2 Redhill Row, Manchester, M4 5IK: 0104 L4+0 roller shutters | Left shutter first, the right one jams.
IE-02 Harcourt House: 12 High Street, Manchester, M4 1VO: 0107 D5+2 main entrance | Alarm panel is behind the reception desk.; 0108 S2+0 plant room
IE-03 Quayside One: 1 The Quays, Salford, M50 3CI: 0110 N3+1 loading bay; 0112 D2+2 reception
AH-03 Whitworth Arcade: 40 Whitworth Lane, Manchester, M1 6CM: 0113 L3+0 north gates; 0116 L3+0 south gates | Padlock key is the one with green tape.
IE-04 Chapel Wharf: 60 Chapel Quay, Salford, M3 6KO: 0119 N4+1 river entrance; 0120 D3+0 offices; 0122 S1+0 sprinkler room
NT-01 Pollard Street Garages: Pollard Mews, Manchester, M4 7KI: 0124 L2+0 units 1 to 8
CL-02 Bridgewater Mill: 118 Canal Side, Manchester, M15 4VI: 0125 N2+1 courtyard gate; 0126 D4+1 floors 1 to 3; 0128 N3+2 roof and lift motor room
IE-05 Medlock Gate: 3 Medlock Row, Manchester, M1 5VC: 0131 D2+1 concierge; 0133 L5+0 retail units; 0134 S2+0 substation | Network operator holds its own key. Ours opens the outer door only.
NT-02 Castlefield Yard: 19 Yard Lane, Manchester, M15 4OM: 0137 D3+1 office and kitchen; 0138 N2+0 barrier and gatehouse
IE-06 Brunel Court: 27 Liverpool Parade, Manchester, M3 4IM: 0140 L3+1 underground car park; 0142 D2+1 residents' lobby; 0143 S3+0 risers and meters
AH-01 Albion House: 85 Portland Row, Manchester, M1 4KC: 0145 N6+2 all floors | Floor 4 is let separately: do not enter without the tenant.; 0147 N4+1 loading bay | Loading bay shutter sticks. Turn the long brass key twice.; 0149 D3+1 main entrance
NT-03 Salford Trade Park: Cobden Way, Salford, M6 6VK: 0150 L2+0 unit 5; 0152 L2+0 unit 9 | Dog on site until 18:00.; 0154 N3+1 main gate
CR-01 St Cuthbert's Hall: Church Walk, Manchester, M20 2IV: 0155 D2+0 vestry and side door
IE-07 Barton Point: Barton Dock Way, Trafford, M41 7OK: 0158 L3+0 warehouse A; 0160 N3+0 warehouse B; 0161 D2+1 gatehouse; 0163 S2+1 pump house
AH-02 St Alban's Chambers: 9 St Alban's Place, Manchester, M2 5OV: 0165 D3+1 entrance and lift; 0168 N4+1 basement vault | Vault needs two people. Ring control before going down.
GH-01 Hulme Garden Centre: 28 Old Birley Lane, Manchester, M15 5VO: 0170 L2+0 yard gates
GH-02 Gorse Hill Retail Park: Gorse Way, Stretford, M32 0KC: 0172 L3+1 bollards and gates
CR-02 Grosvenor Lane Studios: 4 Grosvenor Lane, Manchester, M1 7OC: 0175 D2+1 stage door
NT-04 Ordsall Gasworks: Gasworks Lane, Salford, M5 3IC: 0178 N3+1 perimeter gates; 0180 D2+0 site cabin
LDS Leeds Office | Wellington Street, reception safe | Kayleigh Dunn, Marek Zielinski | James Marsh, Marek Zielinski
AV-01 Wellington Mills: 52 Wellington Row, Leeds, LS1 2VK: 0201 D3+1 reception; 0203 N3+1 service yard
CR-05 Kirkgate Rooms: 36 Kirkgate Row, Leeds, LS2 7CM: 0204 L2+0 front and side doors
AV-02 Aire Court: 6 Riverside, Leeds, LS1 4MO: 0206 D2+1 concierge; 0208 L3+0 car park shutters | Fob opens the pedestrian gate only.; 0209 S2+0 plant room
AV-03 Holbeck Mills: 20 Marshall Mews, Leeds, LS11 9IC: 0212 N4+1 engine house; 0213 D3+1 offices | Alarm code is in the sealed envelope, cabinet drawer 2.; 0215 L3+0 yard and gates
AV-04 Headrow Chambers: 77 The Headway, Leeds, LS1 6OM: 0217 D2+0 entrance
GH-04 Headingley Parade: 7 Otley Parade, Leeds, LS6 3CK: 0218 L3+1 shop fronts; 0221 L2+0 rear alley gate
AV-05 Calder House: 11 Calder Place, Leeds, LS11 5KV: 0224 N3+2 night entrance; 0225 D4+2 main entrance; 0227 S1+0 gas meter cage
CS-01 Gledhow Park Surgery: 44 Gledhow Parade, Leeds, LS8 1OM: 0229 D2+1 staff door; 0230 L2+1 pharmacy hatch | Controlled drugs on site. Two signatures for issue.
AV-06 Crown Point House: 167 Crown Way, Leeds, LS10 1CI: 0233 D3+1 reception; 0234 N3+1 loading dock
NT-10 Hunslet Trade Centre: Hunslet Way, Leeds, LS10 1VM: 0236 L4+0 units 1 to 4; 0238 L3+0 units 5 to 7
CR-04 Woodhouse Reading Rooms: 15 Woodhouse Place, Leeds, LS2 9VI: 0240 D2+1 public entrance; 0241 S2+0 archive store
CL-05 Kirkstall Foundry Lofts: 5 Foundry Lane, Leeds, LS5 3CO: 0244 D3+0 sales office; 0246 N2+1 site hoarding
AV-07 Fearns Lock: 3 Lock Side, Leeds, LS9 8VO: 0248 D2+1 site office
NT-11 Marsh Lane Depot: 8 Marsh Yard, Leeds, LS9 8OI: 0249 L2+0 side gate
BRS Bristol Depot | Avonmouth, cabinets A and B | Bethan Rhys, Siân Morgan | Gareth Lowe
AL-01 Avon Quay Offices: 8 Avon Quay, Bristol, BS1 6CK: 0301 D3+1 entrance; 0303 N4+1 quay gate
GH-05 Gloucester Road Market: 210 Gloucester Parade, Bristol, BS7 8OV: 0305 L3+0 shutters
AL-02 Temple Yard: 13 Temple Mews, Bristol, BS1 6OV: 0308 D2+1 reception; 0310 N3+1 courtyard and bike store; 0312 S2+0 comms room | Sign the visitor log in the room as well.
CR-09 Windmill Lane: 18 Windmill Lane, Bristol, BS3 4OM: 0315 L2+0 community hall
GH-06 Gloucester Road Garage: 344 Gloucester Parade, Bristol, BS7 8KI: 0317 L3+1 shutters
AL-03 Redcliffe Terrace: 24 Redcliffe Row, Bristol, BS1 6KI: 0319 D3+2 management suite; 0321 L3+1 car park level -2; 0323 N2+1 waste compound
CR-08 Clifton Assembly Rooms: 3 Assembly Place, Bristol, BS8 4KV: 0326 D2+0 foyer; 0328 N3+0 stage and roof
AL-04 Wick Lane Trading Estate: Wick Lane, Bristol, BS4 4VC: 0330 L4+0 block C; 0332 S2+0 switch room
AL-05 Harbour View: 90 Harbour Side, Bristol, BS1 5MO: 0335 D2+1 concierge; 0337 N2+1 pontoon gate | Wear a life jacket past the gate.
CR-10 Eastville Sports Ground: Muller Parade, Bristol, BS5 6CI: 0340 L2+0 pavilion
CS-02 Easton Lane Clinic: 17 Easton Lane, Bristol, BS5 0KO: 0341 D3+1 staff entrance
AL-06 Merchants Sheds: 1 Merchants Side, Bristol, BS1 4IK: 0344 D2+1 ticket office; 0346 L2+1 boat store
BHM Birmingham Office | Colmore Row, second floor | Adaeze Okafor, Yusuf Karim | Imran Sadiq
JR-02 Colmore Exchange: 120 Colmore Place, Birmingham, B3 3KM: 0401 D3+1 reception; 0403 N4+1 post room and dock; 0405 S2+0 generator
JR-03 Snow Hill Court: 5 Snow Hill Side, Birmingham, B4 6CV: 0407 D2+1 lobby
JR-01 Jewellers' Row: 33 Vyse Row, Birmingham, B18 6OC: 0409 L3+0 front grilles | Grilles down before the alarm is set, never after.; 0411 L2+0 rear yard
JR-04 Digbeth Works: 61 Digbeth Yard, Birmingham, B5 6OI: 0413 N3+1 main gate; 0415 D3+0 studios; 0417 S1+0 boiler house
JR-05 Brindley Wharf: 2 Brindley Side, Birmingham, B1 2VK: 0420 L3+1 moorings and gates; 0422 D2+1 lettings office
JR-06 Witton Cross: 9 Witton Parade, Birmingham, B6 6IC: 0425 N2+1 gatehouse; 0426 L4+0 units 10 to 14
CS-03 Harborne Priory School: Priory Walk, Birmingham, B17 0CI: 0428 D3+1 front office | Term time only. In holidays ring the bursar.; 0430 S3+0 caretaker set
CS-04 Ladywood Wellbeing Hub: 10 Ladywood Place, Birmingham, B16 8VC: 0431 D2+1 main entrance
GH-07 Bordesley Kiosk: 1 Coventry Row, Birmingham, B10 0CO: 0433 S2+0 shutter and till
V07 Van 07 | Manchester night patrol, safe behind the bulkhead | Owen Hartley | Callum Reid, S. Rahman
NT-05 Waterloo Street Trade Park: 70 Waterloo Mews, Manchester, M8 5OO: 0101 N3+1 barrier
CL-03 Strangeways Lofts: 31 Broughton Row, Manchester, M8 8OM: 0102 N2+0 bin yard
CL-04 Tariff Basin: 6 Tariff Wharf, Manchester, M1 2KV: 0104 N4+1 towpath gates
CR-03 Ardwick Bowl: 22 Hyde Parade, Manchester, M12 6KO: 0105 L2+0 turnstiles
NT-06 Collyhurst Depot: Depot Lane, Manchester, M40 8KM: 0107 N3+0 fuel yard | Hi-vis in the yard at all times.
GH-03 Newton Heath Market: Church Row, Manchester, M40 1IM: 0108 L3+1 gates
NT-07 Miles Platting Yard: 44 Varley Row, Manchester, M40 7VC: 0110 N2+1 vehicle gate
NT-08 Moston Works: 12 Moston Yard, Manchester, M40 0CK: 0111 L2+0 side shutter
NT-09 Openshaw Cold Store: 3 Ashton Yard, Manchester, M11 1IO: 0113 N3+1 staff door
V04 Van 04 | Leeds and Bradford patrol | Marek Zielinski | James Marsh
NT-12 Armley Gate Business Park: 1 Armley Way, Leeds, LS12 2KC: 0601 N3+1 barrier
CR-06 Wortley Lane Baths: 101 Wortley Lane, Leeds, LS12 4OK: 0603 L2+0 front doors
NT-13 Stanningley Works: 55 Stanningley Yard, Leeds, LS13 4CV: 0605 N2+0 rear gate
CR-07 Fulneck Market Hall: 2 Market Place, Pudsey, LS28 8IC: 0607 L3+0 gates
AV-08 Bowling Dye Works: 4 Dye House Row, Bradford, BD4 7KC: 0609 N2+1 lodge
AV-09 Shipley Wharf: 1 Wharf Side, Shipley, BD17 7IM: 0610 L4+0 units and bridge gate
AV-10 Canal Street Court: 29 Canal Row, Bradford, BD1 4OO: 0612 N3+1 underground car park
NT-14 Thornbury Depot: Leeds Old Way, Bradford, BD3 8MO: 0614 N2+1 crew door`;

/** The clients, by the letters of their buildings' references. */
const CLIENTS: Record<string, string> = {
  IE: 'Irwell Estates',
  AH: 'Albion House Management',
  CL: 'Cottonopolis Lofts',
  NT: 'Northern Trade Parks',
  CR: 'City Rooms and Halls',
  GH: 'Gorse Hill Retail',
  AV: 'Aire Valley Property',
  AL: 'Avonside Lettings',
  JR: "Jewellers' Row Traders",
  CS: 'Care and Schools Trust',
};

/**
 * Holders without an account: kind, phone, badge, name, then description or firm, email, key set limit (*) and, for temporary ones, days
 * until their last day (@, negative: before today). Invented, with numbers reserved for fiction.
 */
const PEOPLE = `
staff 07700 900160 NK-1002 Megan Price
staff 07700 900165 NK-1003 Callum Reid
staff 07700 900171 NK-1004 S. Rahman
staff 07700 900182 NK-1011 Kayleigh Dunn
staff 07700 900114 NK-1012 Marek Zielinski
staff 07700 900118 NK-1013 James Marsh
staff 07700 900290 NK-1021 Bethan Rhys
staff 07700 900244 NK-1022 Siân Morgan
staff 07700 900377 NK-1023 Gareth Lowe
staff 07700 900236 NK-1031 Adaeze Okafor
staff 07700 900219 NK-1032 Yusuf Karim
staff 07700 900203 NK-1033 Imran Sadiq
contractor 07700 900412 NK-2001 Owen Hartley, Irwell Facilities, owen.hartley@irwell.example @130
contractor 07700 900548 NK-2002 Ana Ruiz, Ruiz Lifts, ana.ruiz@ruizlifts.example *5 @245
contractor 07700 900533 NK-2003 R. Doyle, Ascent Lifts, office@ascent.example *2
contractor 07700 900587 - L. Moore, Moore Sprinklers *2
contractor 07700 900846 NK-2005 P. Adeyemi, Adeyemi Fire Alarms *3 @9
contractor 07700 900559 NK-2006 Joanna Kerr, Kerr Cleaning @-24
client 0161 496 0188 - Helen Ward, Albion House Management, helen.ward@albion.example
client 0117 496 0121 - Rosalind Fry, Clifton Assembly Rooms
other 0113 496 0155 - Desmond Ackroyd, Wellington Mills Residents *1`;

const SITE = /^(\w{3}) (.+) \| (.+) \| (.+) \| (.+)$/;
const BUILDING = /^((\w\w)-\d\d) ([^:]+): ([^:]+), (\S+ \S+): (.+)$/;
const SET = /^(\d{4}) ([DNLS])(\d)\+(\d) ([^|]+?)(?: \| (.+))?$/;
const PERSON =
  /^(\w+) ([\d ]+) (NK-\d+|-) ([^,*@]+?)(?:, ([^,*@]+?))?(?:, (\S+@\S+))?(?: \*(\d+))?(?: @(-?\d+))?$/;

/** The parts of a line; throws when it is of another kind. */
function partsOf(pattern: RegExp, line: string): string[] {
  const found = pattern.exec(line);
  if (!found) throw new Error(`Not understood: ${line}`);
  return found.slice(1);
}

type Site = { prefix: string; name: string; description: string; byDay: string[]; byNight: string[] };

const TYPES: Record<string, string> = { D: 'day_shift', N: 'night_shift', L: 'lock_ups', S: 'static' };
/** Hooks of a cabinet. */
const HOOKS = 20;

/** A set with the body of the call that adds it, without a tag. `index` counts the sets of a location. */
function setOf(site: Site, building: string, text: string, index: number) {
  const [number, type = '', keys, fobs, door, notes = null] = partsOf(SET, text);
  const id = `${site.prefix}-${number}`;
  const serial = createHash('sha256').update(id).digest('hex').slice(0, 12).toUpperCase();
  const hook = `${'ABC'[Math.floor(index / HOOKS)]} ${(index % HOOKS) + 1}`;
  const form = {
    identifier: id,
    type: `${TYPES[type]}`,
    keyDescription: `${building}, ${door}`,
    notes,
    keyCount: Number(keys),
    fobCount: Number(fobs),
    premisesIds: [building],
    locationId: site.name,
    position: site.name.startsWith('Van') ? `Safe ${index + 1}` : hook,
    nfcSerial: index % 5 < 3 ? `04${serial}` : null,
  };
  return { id, site, form };
}

const SITES = CABINETS.trim()
  .split(/\n(?=\w{3} )/)
  .map((block) => {
    const [first = '', ...lines] = block.split('\n');
    const [prefix = '', name = '', description = '', byDay = '', byNight = ''] = partsOf(SITE, first);
    const site: Site = { prefix, name, description, byDay: byDay.split(', '), byNight: byNight.split(', ') };
    const buildings = lines.map((line) => {
      const [reference, client = '', name = '', address, postcode, sets = ''] = partsOf(BUILDING, line);
      return {
        body: { name, address, postcode, client: CLIENTS[client], reference },
        sets: sets.split('; '),
      };
    });
    const sets = buildings.flatMap(({ body, sets }) => sets.map((text) => [body.name, text] as const));
    return {
      site,
      buildings,
      sets: sets.map(([building, text], index) => setOf(site, building, text, index)),
    };
  });

export const LOCATIONS = SITES.map(({ site }) => site);
/** The bodies of the calls that add the buildings. */
export const BUILDINGS = SITES.flatMap(({ buildings }) => buildings.map(({ body }) => body));
export const SETS = SITES.flatMap(({ sets }) => sets);

/** The bodies of the calls that add the people; `now` in milliseconds since 1970. */
export const peopleBy = (now: number) =>
  PEOPLE.trim()
    .split('\n')
    .map((line) => {
      const [kind, phone, badge, name = '', organisation = null, email = null, most, days] = partsOf(
        PERSON,
        line,
      );
      return {
        ...{ name, kind, phone, organisation, email },
        badge: badge === '-' ? null : badge,
        maxSets: most ? Number(most) : null,
        validUntil: days ? new Intl.DateTimeFormat('en-CA').format(now + Number(days) * 86_400_000) : null,
      };
    });
