/** Sample registers: a letting agent's workbook, and the lists of other trades, each with its own headings. */

const STREETS = ['High Street', 'Palatine Road', 'Beech Road', 'Wilbraham Road', 'Barlow Moor Road'];
const TOWNS = ['Manchester', 'Salford', 'Stockport'];
const of = (all: readonly string[], n: number) => all[n % all.length] ?? '';

/** Values of each field, or of a part or another writing of it (MEANT), for the lists of other trades. */
const VALUES: Record<string, (n: number) => string> = {
  identifier: (n) => `K${100 + n}`,
  type: (n) => ['Master', 'Spare', 'Contractor'][n % 3] ?? '',
  location: (n) => ['Main safe', 'Gatehouse', 'Lodge'][n % 3] ?? '',
  currentTag: (n) => String(448_000 + n),
  keyCount: (n) => String((n % 5) + 1),
  fobCount: (n) => String(n % 2),
  keyDescription: (n) => `Boiler room ${n} and loft hatch`,
  premises: (n) => `${['Oak', 'Elm', 'Ash'][n % 3]} House`,
  running: (n) => String(n + 1),
  house: (n) => String(n + 1),
  flat: (n) => (n % 2 ? `Flat ${(n % 9) + 1}` : String((n % 80) + 1)),
  address: (n) => `${n + 1} Mill Lane, Leeds`,
  street: (n) => of(STREETS, n),
  town: (n) => of(TOWNS, n),
  postcode: (n) => `M${(n % 9) + 1} ${(n % 7) + 1}AB`,
  client: (n) => ['Acme Ltd', 'Mrs P Shaw', 'J. Weber GmbH'][n % 3] ?? '',
  position: (n) => `B${n + 1}`,
  nfcSerial: (n) => `04A2B3C4D5${(16 + n).toString(16)}`,
  status: (n) => ['In', 'Out'][n % 2] ?? '',
  holder: (n) => (n % 3 ? '' : ['Amy Lee', 'Dr. Hahn'][n % 2]) ?? '',
  issuedAt: (n) => (n % 3 ? '' : `${(n % 27) + 1}/11/2025`),
  dueAt: (n) => (n % 3 ? '' : `${(n % 27) + 1}/12/2027`),
  notes: (n) => (n % 4 ? '' : 'ask reception first'),
  yes: (n) => ['sí', 'no', 'oui'][n % 3] ?? '',
  area: (n) => (n % 4 === 1 ? 'Ancoats' : ''),
  decimal: (n) => `${(n % 4) + 1},00`,
  spared: (n) => (n % 5 === 0 ? '1 + spare' : '2'),
  unknown: (n) => (n % 11 === 0 ? '?' : String((n % 3) + 1)),
  vehicle: (n) => `${of(['Ford Focus', 'VW Golf', 'Kia Ceed'], n)} ${2018 + (n % 8)}`,
  plate: (n) => `MA${10 + (n % 80)} ${of(['KXC', 'LRT', 'BNW'], n)}`,
  inSystem: (n) => (n % 3 ? 'IN SYSTEM' : 'OUT'),
  stock: (n) => of(['In stock', 'Sold', 'PDI'], n),
  lost: (n) => of(['In', 'OUT', 'Lost'], n),
  taken: (n) => (n % 3 ? '' : `2026-11-${String((n % 20) + 1).padStart(2, '0')} 07:3${n % 10}`),
  dotted: (n) => (n % 3 ? '' : `${(n % 27) + 1}.11.2026`),
  monthFirst: (n) => (n % 3 ? '' : `11/${(n % 27) + 1}/2026`),
  none: (n) => ['Blue', 'Red', 'n/k'][n % 3] ?? '',
  money: (n) => `${n}.50`,
  phone: (n) => `07700 9001${10 + (n % 80)}`,
};
const TRADES: Record<string, string> = {
  'property manager, German':
    'Schlüsselnummer=identifier, Art=type, Anzahl Schlüssel=decimal, Anzahl Transponder=fobCount, Objekt=premises, Straße=street, PLZ=postcode, Ort=town, Eigentümer=client, Aufbewahrungsort=location, Haken-Nr.=position, Ausgegeben an=holder, Ausgegeben am=dotted, Rückgabe bis=dueAt, Bemerkung=notes, Wert EUR=money',
  'cabinet export':
    'Set ID=identifier, Description=keyDescription, Set Type=type, System=location, Position=position, iFob=nfcSerial, Item Count=keyCount, Status=inSystem, Current User=holder, Time Taken=taken, Due Back=dueAt, Curfew=',
  'stock of a car dealer':
    'Key Tag=identifier, Vehicle=vehicle, Reg=plate, Site=location, Hook=position, Keys=spared, Status=stock, Signed out to=holder, Out=monthFirst, Remarks=notes, Colour=, Price=money',
  'housing association':
    'Key Ref=identifier, Scheme=premises, Address 1=address, Address 2=area, Town=town, Post Code=postcode, Property Type=type, No Keys=unknown, No Fobs=fobCount, Cabinet=location, Hook No.=position, Status=lost, Issued To=holder, Date Out=issuedAt, UPRN=money, Alarm Code=',
  'holiday lets':
    'Key Code=identifier, Property Name=premises, Street=street, Town=town, Postcode=postcode, Owner=client, Key Safe=location, Number of Sets=, No. of Keys=keyCount, Held By=holder, Date Taken=issuedAt, Expected Back=dueAt, Notes=notes',
  school:
    'Key Number=identifier, Room=keyDescription, Building=premises, Key Type=type, Key Cabinet=location, Hook=position, Qty=keyCount, Issued To=holder, Date Issued=issuedAt, Date Returned=, Signature=, Comments=notes',
  hospital:
    'Asset No=identifier, Description of Key=keyDescription, Site=premises, Storage Location=location, Key Category=type, Quantity=keyCount, Fobs=fobCount, Seal No=currentTag, Current Holder=holder, Issue Date=issuedAt, Return Due=dueAt, Status=status, Remarks=notes',
  'security firm':
    'Key Ref=identifier, Client Name=client, Site Address=address, Keys in set=keyCount, Alarm Code=, Tag No.=currentTag, Office=location, Shift=type, Signed Out To=holder, Time Out=issuedAt, Notes / Special Instructions=notes',
  Hausverwaltung:
    'Schlüssel-Nr.=identifier, Liegenschaft=premises, Strasse=street, Hausnr.=house, PLZ=postcode, Ort=town, Vermieter=client, Schlüsselart=type, Stückzahl=keyCount, Schlüsselkasten=location, Haken=position, Inhaber=holder, Ausgabedatum=issuedAt, Rückgabedatum=dueAt, Bemerkungen=notes',
  'Agence immobilière':
    'N° clé=identifier, Type de clé=type, Adresse du bien=address, Code postal=postcode, Ville=town, Propriétaire=client, Nb de clés=keyCount, Emplacement=location, Crochet=position, Remis à=holder, Date de sortie=issuedAt, Retour prévu=dueAt, Observations=notes',
  'Administración de fincas':
    'Nº llave=identifier, Tipo de llave=type, Dirección=address, C.P.=postcode, Población=town, Propietario=client, Cantidad=keyCount, Armario=location, Gancho=position, Entregado a=holder, Fecha de entrega=issuedAt, Fecha de devolución=dueAt, Observaciones=notes',
  Woningcorporatie:
    'Sleutelnr=identifier, Soort sleutel=type, Complex=premises, Straat=street, Huisnummer=house, Postcode=postcode, Plaats=town, Eigenaar=client, Aantal=keyCount, Kast=location, Haak=position, Uitgegeven aan=holder, Datum uitgifte=issuedAt, Retour=dueAt, Opmerking=notes',
  'fleet yard':
    'Fleet No=, Registration=keyDescription, Key Tag No=identifier, Vehicle=keyDescription, Depot=location, Hook #=position, Keys=keyCount, Taken By=holder, Taken=issuedAt, Due=dueAt, Mileage=money, Comment=notes',
  hotel:
    'Set=identifier, Key Description=keyDescription, Department=, Kept In=location, Category=type, Copies=keyCount, RFID=nfcSerial, With=holder, Since=issuedAt, Back By=dueAt, Phone=phone, Info=notes',
  parish:
    'Key ref no=identifier, Church=premises, Door / lock=keyDescription, Kept at=location, Hook no=position, How many=keyCount, Key holder=holder, Date given=issuedAt, To be returned by=dueAt, Deposit=money, Contact tel=phone, Remarks=notes',
  'self-storage':
    'Unit key=, Facility=premises, Facility address=address, Customer=client, Key cab=location, Slot=position, Qty keys=keyCount, Qty fobs=fobCount, Padlock no=, Checked out by=holder, Checked out on=issuedAt, Due in=dueAt, State=status',
  Universität:
    'Schlüsselnummer=identifier, Gebäude=premises, Raumbezeichnung=keyDescription, Straße u. Hausnr.=street, PLZ=postcode, Stadt=town, Schließart=type, Anzahl Schlüssel=keyCount, Anz. Transponder=fobCount, Aufbewahrungsort=location, Entleiher=holder, Ausgeliehen am=issuedAt, Rückgabe bis=dueAt, Kaution=money, Anmerkungen=notes',
  syndicus:
    'Sleutelcode=identifier, Gebouw=premises, Adres=address, Mede-eigenaar=client, Type sleutel=type, Aantal=keyCount, Badges=fobCount, Sleutelkast=location, Positie=position, Ontlener=holder, Uitgeleend op=issuedAt, Terug voor=dueAt, Opm.=notes',
  garage:
    'Réf. trousseau=identifier, Immatriculation=keyDescription, Désignation=keyDescription, Nombre de clefs=keyCount, Nb badges=fobCount, Tableau=location, N° crochet=position, Client=client, Emprunteur=holder, Sorti le=issuedAt, À rendre le=dueAt, Statut=status, Commentaire=notes',
  'car dealer':
    'Key fob number=, Reg=identifier, Make=keyDescription, No of keys=keyCount, Remote fobs=fobCount, Key machine=location, Peg no.=position, Taken out by=holder, Time taken=issuedAt, Return by=dueAt, Comments=notes, VIN=',
  council:
    'Key ID=identifier, Asset name=premises, Asset address=address, Post code=postcode, Key category=type, Keysafe=location, Total keys=keyCount, Tag colour=, Issued to (name)=holder, Issued (date)=issuedAt, Expected return=dueAt, Additional notes=notes',
  Wachdienst:
    'Bund-Nr.=identifier, Kundenname=client, Objektname=premises, Objektadresse=address, Schlüsselanzahl=keyCount, Anz. Chips=fobCount, Siegelnr.=currentTag, Tresor=location, Fach=position, Ausgegeben an=holder, Ausgegeben am=issuedAt, Zurück bis=dueAt, Alarmcode=, Bem.=notes',
  conserjería:
    'Código llave=identifier, Comunidad=premises, Dirección completa=address, Nº de copias=keyCount, Nº mandos=fobCount, Tablero=location, Posición=position, Prestado a=holder, Fecha préstamo=issuedAt, Devolver antes de=dueAt, DNI=, Notas=notes',
  'gestion locative':
    'Code clé=identifier, Résidence=premises, Adresse complète=address, Bailleur=client, Nombre clés=keyCount, Nombre de badges=fobCount, Coffre=location, Casier=position, Prêté à=holder, Prêté le=issuedAt, À restituer le=dueAt, Caution=money, Remarque=notes',
  'Belgian syndic':
    'N° trousseau=identifier, ACP=premises, Rue=street, N°=house, Bte=house, CP=postcode, Commune=town, Nature=type, Nb clés=keyCount, Nb badges=fobCount, Armoire=location, Crochet=position, Détenteur=holder, Qualité=, Sorti le=issuedAt, Retour prévu=dueAt, Rentré ?=yes, Remarques=notes',
  'Swiss caretakers':
    'Schl.-Nr.=identifier, Liegenschaft=premises, Strasse / Nr.=street, PLZ=postcode, Ort=town, Bez. Türe=keyDescription, Schl.-Typ=type, Anz. Schl.=keyCount, Anz. Badge=fobCount, Verwaltung=client, Haken-Nr.=position, Abgegeben an=holder, am=issuedAt, zurück bis=dueAt, Bem.=notes',
  'Spanish alarm company':
    'Nº llavero=identifier, Abonado=money, Nombre del abonado=client, Dirección=address, Localidad=town, C.P.=postcode, Llaves=keyCount, Mandos=fobCount, Tipo de servicio=type, Clave alarma=, Delegación=location, Cajetín=position, Vigilante=holder, F. entrega=issuedAt, F. devolución=dueAt, Devuelta=yes, Observaciones=notes',
  'US fleet dealer':
    'Key Tag #=currentTag, Stock #=identifier, VIN=, Yr=money, Make=keyDescription, Model=keyDescription, Color=, Plate=keyDescription, Keys (qty)=keyCount, Fobs (qty)=fobCount, Lot=location, Peg=position, Class=type, In/Out=status, Out To=holder, Dept.=, Out Date/Time=issuedAt, Due Back=dueAt, Notes=notes',
  // Two languages in a heading, abbreviations, everyday words.
  verhuurmakelaar:
    'Sleutel nr.=identifier, soort / kind=type, straat=street, huisnr.=house, toev.=house, postcode=postcode, plaats=town, Verhuurder / landlord=client, aantal / qty=keyCount, druppels=fobCount, kast=location, haakje=position, Uitgeleend / out aan / to=holder, sinds / since=issuedAt, terug op=dueAt, Opmerkingen / remarks=notes, Huur p/m=',
  Alarmzentrale:
    'Obj.-Nr.=, Teilnehmer=client, Objektbezeichnung=premises, Straße/Nr.=street, PLZ=postcode, Ort=town, Bund-Nr.=identifier, Schl.-Art=type, Anz. Schl.=keyCount, Anz. Transp.=fobCount, Plomben-Nr.=currentTag, Tresor=location, Fach-Nr.=position, Entnommen durch=holder, Entnahme am=issuedAt, Soll-Rückgabe=dueAt, Unscharfcode=, Aufschaltung=, Bem.=notes',
  caretaker:
    'Block=premises, Key no=identifier, What it opens=keyDescription, How many=keyCount, Where it hangs=location, Who has got it=holder, When taken=issuedAt, Anything else=notes',
  'garage à Sète':
    'N° OR=, Client=client, Tél. client=phone, Véhicule=keyDescription, Immat.=keyDescription, Trousseau n°=identifier, Nbre de clés=keyCount, Télécommande=fobCount, Armoire=location, N° crochet=position, Catégorie=type, Situation=status, Confié à=holder, Le=issuedAt, Retour souhaité=dueAt, Km=money, Obs. atelier=notes',
  'administrador de comunidades':
    'COD. LLAVE=identifier, COMUNIDAD=premises, DOMICILIO=address, C.P.=postcode, MUNICIPIO=town, PRESIDENTE / PROPIETARIO=client, CLASE=type, UDS.=keyCount, MANDOS=fobCount, CUADRO=location, GANCHO=position, ABRE=keyDescription, ENTREGADA A=holder, FECHA ENTREGA=issuedAt, DEVOLVER EL=dueAt, DEVUELTA (S/N)=yes, OBSERV.=notes',
  'property manager':
    'Hook #=position, Property Name=premises, Unit=house, Street Address=address, Zip=postcode, Owner / LLC=client, # of Copies=keyCount, Key Code (bitting)=, Checked Out To=holder, Check-out Date=issuedAt, Due Back=dueAt, Reason=, Seal No.=currentTag, Comments=notes',
  'VvE-beheerder':
    'Sleutelnr.=identifier, Haakje=position, Objectnaam=premises, Straat + nr=street, PC=postcode, Plaats=town, Opdrachtgever=client, Aantal sltls=keyCount, Soort=type, Uitgegeven aan=holder, Uitgiftedatum=issuedAt, Retour uiterlijk=dueAt, Labelnr=currentTag, Bijzonderheden=notes',
  'Wachdienst mit Haken':
    'Schlüsselbund-Nr.=identifier, Kasten/Haken=position, Kunde=client, Objekt=premises, PLZ/Ort=town, Anz. Transponder=fobCount, z. Zt. bei=holder, ausgegeben am=issuedAt, letzte Kontrolle=, Alarmcode?=, Bem.=notes',
  'void homes':
    'Address 1=address, Town=town, Post Code=postcode, Keysafe pos=position, No. keys held=keyCount, No. fobs held=fobCount, Given to=holder, Contractor=, Given on=issuedAt, Expected back=dueAt, Officer notes=notes',
};
/** The fields of such values; '' for none. */
const MEANT: Record<string, string> = {
  running: 'identifier',
  ...{
    house: 'address',
    flat: 'address',
    street: 'address',
    area: 'address',
    town: 'address',
    postcode: 'address',
  },
  ...{ decimal: 'keyCount', spared: 'keyCount', unknown: 'keyCount' },
  ...{ vehicle: 'keyDescription', plate: 'keyDescription' },
  ...{ yes: 'status', inSystem: 'status', stock: 'status', lost: 'status' },
  ...{ taken: 'issuedAt', dotted: 'issuedAt', monthFirst: 'issuedAt' },
  ...{ money: '', phone: '' },
};

const REGISTER =
  'No.=running, House=flat, Street=street, Town=town, Postcode=postcode, Landlord=client, Who has it=holder, Taken=issuedAt, Back by=dueAt, Keys=keyCount, Fobs=fobCount, Comments=notes, Hook=position, Inv.=';

/** A sheet of this many records, from headings each with its values, as in "Key Ref=identifier, UPRN="; `means` has their fields. */
function sheetOf(name: string, line: string, count = 40) {
  const columns = line.split(', ').map((column) => column.split('=') as [string, string]);
  const means: Record<string, string> = {};
  for (const [heading, said] of columns) if (MEANT[said] ?? said) means[heading] = MEANT[said] ?? said;
  const values = columns.map(([, said]) => VALUES[said] ?? VALUES.none);
  const records = Array.from({ length: count }, (_, n) => values.map((value) => value?.(n) ?? ''));
  return { name, heads: columns.map(([heading]) => heading), records, means };
}

/** A letting agent's workbook: titles, a heading of two lines, a section, a total and a remark. */
export function lettingAgent() {
  const { name, heads, records, means } = sheetOf('letting agent', REGISTER, 60);
  const line = (...said: string[]) => heads.map((_, at) => said[at] ?? '');
  const rows = [
    line('Palatine Lettings: key register'),
    line('', 'Property', '', '', '', '', 'Out', '', '', 'What is on it'),
    heads,
    ...records.slice(0, 20),
    line('CHORLTON BRANCH'),
    ...records.slice(20),
    line('TOTAL', '', '', '', '', '', '', '', '', '150', '20'),
    line('ask Jan before deleting anything'),
  ];
  return { name, records: records.length, rows, means };
}

export const trades = () =>
  Object.entries(TRADES).map(([trade, line]) => {
    const { name, heads, records, means } = sheetOf(trade, line);
    return { name, rows: [heads, ...records], means };
  });
