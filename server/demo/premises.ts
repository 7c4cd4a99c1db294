import type { Plan } from './plan.ts';

/**
 * The buildings of the sets (locations.ts), client by client: reference, building, address, and a postcode with a letter that no real one
 * ends in.
 */
const PREMISES = `
Irwell Estates
IE-01 Irwell Court: 14 Chapel Quay, Salford, M3 5OC
IE-02 Harcourt House: 12 High Street, Manchester, M4 1VO
IE-03 Quayside One: 1 The Quays, Salford, M50 3CI
IE-04 Chapel Wharf: 60 Chapel Quay, Salford, M3 6KO
IE-05 Medlock Gate: 3 Medlock Row, Manchester, M1 5VC
IE-06 Brunel Court: 27 Liverpool Parade, Manchester, M3 4IM
IE-07 Barton Point: Barton Dock Way, Trafford, M41 7OK
Albion House Management
AH-01 Albion House: 85 Portland Row, Manchester, M1 4KC
AH-02 St Alban's Chambers: 9 St Alban's Place, Manchester, M2 5OV
AH-03 Whitworth Arcade: 40 Whitworth Lane, Manchester, M1 6CM
Cottonopolis Lofts
CL-01 Ancoats Works: 2 Redhill Row, Manchester, M4 5IK
CL-02 Bridgewater Mill: 118 Canal Side, Manchester, M15 4VI
CL-03 Strangeways Lofts: 31 Broughton Row, Manchester, M8 8OM
CL-04 Tariff Basin: 6 Tariff Wharf, Manchester, M1 2KV
CL-05 Kirkstall Foundry Lofts: 5 Foundry Lane, Leeds, LS5 3CO
Northern Trade Parks
NT-01 Pollard Street Garages: Pollard Mews, Manchester, M4 7KI
NT-02 Castlefield Yard: 19 Yard Lane, Manchester, M15 4OM
NT-03 Salford Trade Park: Cobden Way, Salford, M6 6VK
NT-04 Ordsall Gasworks: Gasworks Lane, Salford, M5 3IC
NT-05 Waterloo Street Trade Park: 70 Waterloo Mews, Manchester, M8 5OO
NT-06 Collyhurst Depot: Depot Lane, Manchester, M40 8KM
NT-07 Miles Platting Yard: 44 Varley Row, Manchester, M40 7VC
NT-08 Moston Works: 12 Moston Yard, Manchester, M40 0CK
NT-09 Openshaw Cold Store: 3 Ashton Yard, Manchester, M11 1IO
NT-10 Hunslet Trade Centre: Hunslet Way, Leeds, LS10 1VM
NT-11 Marsh Lane Depot: 8 Marsh Yard, Leeds, LS9 8OI
NT-12 Armley Gate Business Park: 1 Armley Way, Leeds, LS12 2KC
NT-13 Stanningley Works: 55 Stanningley Yard, Leeds, LS13 4CV
NT-14 Thornbury Depot: Leeds Old Way, Bradford, BD3 8MO
City Rooms and Halls
CR-01 St Cuthbert's Hall: Church Walk, Manchester, M20 2IV
CR-02 Grosvenor Lane Studios: 4 Grosvenor Lane, Manchester, M1 7OC
CR-03 Ardwick Bowl: 22 Hyde Parade, Manchester, M12 6KO
CR-04 Woodhouse Reading Rooms: 15 Woodhouse Place, Leeds, LS2 9VI
CR-05 Kirkgate Rooms: 36 Kirkgate Row, Leeds, LS2 7CM
CR-06 Wortley Lane Baths: 101 Wortley Lane, Leeds, LS12 4OK
CR-07 Fulneck Market Hall: 2 Market Place, Pudsey, LS28 8IC
CR-08 Clifton Assembly Rooms: 3 Assembly Place, Bristol, BS8 4KV
CR-09 Windmill Lane: 18 Windmill Lane, Bristol, BS3 4OM
CR-10 Eastville Sports Ground: Muller Parade, Bristol, BS5 6CI
Gorse Hill Retail
GH-01 Hulme Garden Centre: 28 Old Birley Lane, Manchester, M15 5VO
GH-02 Gorse Hill Retail Park: Gorse Way, Stretford, M32 0KC
GH-03 Newton Heath Market: Church Row, Manchester, M40 1IM
GH-04 Headingley Parade: 7 Otley Parade, Leeds, LS6 3CK
GH-05 Gloucester Road Market: 210 Gloucester Parade, Bristol, BS7 8OV
GH-06 Gloucester Road Garage: 344 Gloucester Parade, Bristol, BS7 8KI
GH-07 Bordesley Kiosk: 1 Coventry Row, Birmingham, B10 0CO
Aire Valley Property
AV-01 Wellington Mills: 52 Wellington Row, Leeds, LS1 2VK
AV-02 Aire Court: 6 Riverside, Leeds, LS1 4MO
AV-03 Holbeck Mills: 20 Marshall Mews, Leeds, LS11 9IC
AV-04 Headrow Chambers: 77 The Headway, Leeds, LS1 6OM
AV-05 Calder House: 11 Calder Place, Leeds, LS11 5KV
AV-06 Crown Point House: 167 Crown Way, Leeds, LS10 1CI
AV-07 Fearns Lock: 3 Lock Side, Leeds, LS9 8VO
AV-08 Bowling Dye Works: 4 Dye House Row, Bradford, BD4 7KC
AV-09 Shipley Wharf: 1 Wharf Side, Shipley, BD17 7IM
AV-10 Canal Street Court: 29 Canal Row, Bradford, BD1 4OO
Avonside Lettings
AL-01 Avon Quay Offices: 8 Avon Quay, Bristol, BS1 6CK
AL-02 Temple Yard: 13 Temple Mews, Bristol, BS1 6OV
AL-03 Redcliffe Terrace: 24 Redcliffe Row, Bristol, BS1 6KI
AL-04 Wick Lane Trading Estate: Wick Lane, Bristol, BS4 4VC
AL-05 Harbour View: 90 Harbour Side, Bristol, BS1 5MO
AL-06 Merchants Sheds: 1 Merchants Side, Bristol, BS1 4IK
Jewellers' Row Traders
JR-01 Jewellers' Row: 33 Vyse Row, Birmingham, B18 6OC
JR-02 Colmore Exchange: 120 Colmore Place, Birmingham, B3 3KM
JR-03 Snow Hill Court: 5 Snow Hill Side, Birmingham, B4 6CV
JR-04 Digbeth Works: 61 Digbeth Yard, Birmingham, B5 6OI
JR-05 Brindley Wharf: 2 Brindley Side, Birmingham, B1 2VK
JR-06 Witton Cross: 9 Witton Parade, Birmingham, B6 6IC
Care and Schools Trust
CS-01 Gledhow Park Surgery: 44 Gledhow Parade, Leeds, LS8 1OM
CS-02 Easton Lane Clinic: 17 Easton Lane, Bristol, BS5 0KO
CS-03 Harborne Priory School: Priory Walk, Birmingham, B17 0CI
CS-04 Ladywood Wellbeing Hub: 10 Ladywood Place, Birmingham, B16 8VC`
  .trim()
  .split('\n');

const LINE = /^(\w\w-\d\d) ([^:]+): (.+), (\S+ \S+)$/;

type Premises = { name: string; address: string; postcode: string; client: string; reference: string };

export function plannedPremises(): Premises[] {
  let client = '';
  return PREMISES.flatMap((line) => {
    const [, reference, name, address, postcode] = LINE.exec(line) ?? [];
    if (!reference || !name || !address || !postcode) {
      client = line;
      return [];
    }
    return [{ name, address, postcode, client, reference }];
  });
}

/** Adds each building on the first morning, or just before its first set when that came later. */
export function planPremises({ calendar, sets, write, manager }: Plan, addedAt: Map<string, number>): void {
  for (const [index, body] of plannedPremises().entries()) {
    const own = sets.filter(({ building }) => building === body.name).map(({ id }) => addedAt.get(id) ?? 0);
    const first = calendar.on(63, 9.05) + index * 15_000;
    const at = Math.min(...own) > calendar.on(60, 12) ? Math.min(...own) - 90_000 : first;
    write(at, at === first ? 'Dana' : manager(at), 'createPremises', body, { makes: body.name });
  }
}
