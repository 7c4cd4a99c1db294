import type { ImportField, ImportKind } from '../../../shared/import-words.ts';

/**
 * The headings of each field in English, German, French, Spanish, Dutch, Italian, Polish, Danish, Swedish, Portuguese and Norwegian, and in
 * the trade's own words, and the kind of value that its cells hold. Plain data: meaning.ts matches it by parts, in any order.
 */

/** What a column's cells look like when it holds the field. */
export type Value =
  | 'id'
  | 'code'
  | 'count'
  | 'date'
  | 'word'
  | 'label'
  | 'name'
  | 'text'
  | 'serial'
  | 'yes'
  | 'email'
  | 'phone';

/** Words that mean the same in a heading. The first of each line is used in the phrases below. */
export const SAME_WORDS = [
  'key keys sltl sltls schlüssel schl clé clés clef clefs llave llaves sleutel sleutels chiave chiavi klucz klucza klucze kluczy kluczyk nøgle nøgler nøglen nyckel nycklar nyckeln llavín chave chaves nøkkel nøkler nøkkelen',
  'set sets bunch bunches ring rings bund trousseau manojo llavero juego juegos bos kit mazzo mazzi pęk pęki pęku zestaw komplet knippe knippa knippor nøgleknippe nyckelknippa bundt nøglebundt sæt jeu jeux trousseaux llaveros manojos bunde bossen molho molhos nøkkelknippe',
  'number no nr num nummer numbers numero nro nbr n° lfd numeri numer numeru løbenr løbenummer löpnr löpnummer lp ordnungsnummer volgnr volgnummer progressivo',
  'id ident identifier kennung identifiant identificador code ref reference referenz referencia referentie código kode cod codice codici kod identificativo identyfikator identifikation rif riferimento kenmerk kenmerken',
  'count anzahl qty quantity menge zahl stückzahl stück stck stk nombre nbre nb cantidad cant aantal aant total totaal totale totalt gesamt gesamtzahl quantité qté copies pcs pieces stuks anz uds unidades unidad quantita qta ilość ilości liczba sztuk szt sztuki antal stykker stycken pezzi pz esemplari copie duplicati antalet kopii kopie kopior ant amount quantidade quantidades qtd qtde antall ct',
  'fob fobs remote remotes handsender télécommande télécommandes mando mandos druppel badge badges card cards karte karten carte cartes tarjeta tarjetas kaart kaarten pas passen pass passes pasje pasjes token tokens keycard keycards clicker clickers zapper zappers dongle dongles beeper beepers afstandsbediening afstandsbedieningen fernbedienung fernbedienungen telecomando telecomandi tessera tessere brelok breloki breloków pilot piloty pilotów karta karty kart brik brikker nøglebrik nøglebrikker fjernbetjening fjernbetjeninger kort adgangskort tagg taggar bricka brickor nyckelbricka nyckelbrickor fjärrkontroll fjärrkontroller passerkort keyfob keyfobs handzender handzenders comando comandos telecomandos cartão cartões brikke nøkkelbrikke',
  'access zutritt zugang toegang accès acceso accesso accessi dostęp dostępu adgang tillträde acesso acessos',
  'with bei bij chez hos presso med met con com',
  'serial serie seriale seryjny seryjne',
  'tag tags etikett anhänger étiquette etiqueta etichetta cartellino targhetta etykieta zawieszka przywieszka mærkat nøglemærke',
  'date datum fecha day jour dia data daty dato dnia dzień giorno dag dagen',
  'time zeit uhrzeit heure hora tijd ora godzina czas tid tidspunkt klockslag tijdstip klokkeslett',
  'name names nom nombres naam nome nominativo nazwa imię nazwisko navn namn',
  'type typ art tipo soort sort kind tipologia rodzaj slags tipi typy types',
  'to an à aan til till ad alla komu ao',
  'by von par por durch da dalla af av przez pelo pela',
  'address adresse anschrift dirección adres adress addr add indirizzo indirizzi adresa adr morada moradas endereço endereços',
  'street road strasse str rue calle straat via viale corso ulica ulicy ul vej gade vejnavn gadenavn gata gatan gatu gatunamn rua ruas vei veien',
  'town city ort stadt ville municipio gemeente gemeinde ciudad población localidad village pueblo barrio dorp plaats woonplaats commune wohnort ortschaft città località comune miasto miejscowość bynavn postby postort stad kommun kommune tätort gem cidade concelho freguesia poststed',
  'back zurück retour terug vuelta indietro tilbage tillbaka åter powrót powrotu volta tilbake',
  'out aus uit uitleen uitleendatum ausgeliehen entliehen sorti geleend entlehnt entnommen mitgenommen retirado retirada meegenomen afgehaald opgehaald borrowed borrow loaned emprunté empruntée pris sacado sacada fuori uscita ude ute ud ut pobrano pobrana pobrany pobrał pobrała ritirato ritirata prelevato prelevata preso presa lånt lånad lånade wypożyczył afhentet hämtad uthämtad entnahme entnahmedatum udtaget uttagen took gehaald levantada levantado levantamento utlevering',
  'given attribué attribuée asignado asignada toegewezen zugewiesen meegegeven ausgegeben verliehen uitgegeven uitgeleend abgegeben ausgehändigt prestado prestada entregado entregada prêté prêtée remis confié confiée lent released handed übergeben überlassen afgegeven uitgereikt toegekend donné donnée cedido cedida consegnata consegnato consegnate affidata affidato prestata prestato wydano wydana wydany wydane przekazano przekazany wypożyczono wypożyczony wypożyczona powierzono udleveret udlånt utlånad utlånat utlämnad utlämnat utdelad utkvitterad ophaaldatum ophaal entregue entregues emprestado emprestada utlevert utlånt',
  'note notes bemerkung bemerkungen anmerkung anmerkungen notiz notizen hinweis hinweise remark remarks remarque remarques comment comments kommentar commentaire commentaires observation observations observaciones nota notas comentario comentarios opmerking opmerkingen memo toelichting opm bem anm obs rem vermerk anotaciones anotación adnotacja bijzonderheden besonderheiten particularidades particularités uwagi uwaga notatki notatka adnotacje komentarz annotazioni annotazione osservazioni osservazione commenti commento noter anmærkning anmærkninger bemærkning bemærkninger kommentarer anteckning anteckningar notering noteringar rmq rmk rmks observ annot aantekening aantekeningen annotatie observação observações merknad merknader notitie notities',
  'return returned rückgabe rückkehr restitution devolución inleveren retourdatum rückgabedatum teruggave volver vuelve regresar regreso rentrer retourner zurückkommen terugkomen terugkomst inlever inleverdatum zurückgeben zurückzugeben zurückzubringen abzugeben rendre rendu rückgabetermin terugbrengen restituer devolver reso resa restituita restituito restituzione restituire riconsegna riconsegnare rientro zwrot zwrotu zwrócić zwrócono oddać oddania afleveres afleveret aflevering tilbagelevering tilbageleveres retur returneres återlämnas återlämnad återlämning återlämna inlämnas inlämning devolució devolução devoluções devolvido retorno regresso innlevert innlevering',
  'client relatie customer kunde kunden cliente klant mandant auftraggeber kundschaft bauherr opdrachtgever donneur abonado abonné abonnee teilnehmer cust committente klient klienta kontrahent zleceniodawca kund kunder clienti beställare uppdragsgivare ordregiver opdragsgiver clients customers',
  'owner owners proprio dueño dueña landlord landlords eigentümer vermieter besitzer propriétaire propriétaires copropriétaire copropriétaires bailleur propietario propietaria eigenaar eigendom verhuurder arrendador casero lessor eigentümergemeinschaft freeholder leaseholder proprietario proprietaria proprietari właściciel właściciele właściciela ejer ejere ägare fastighetsägare udlejer hyresvärd locatore senhorio senhorios eier eiere utleier',
  'hook hk hakerl colgador peg haken crochet gancho haak haakje nail gancio ganci haczyk haczyka wieszak krog kroge krok krokar ganchos crochets',
  'position casilla hueco pos posición slot fach steckplatz positie cajetín casillero casier posizione pozycja pozycji poz casella scomparto przegródka fack plads posn posto posição plass',
  'door doors tür türe türen porte portes puerta puertas deur deuren porta drzwi dør døre dørs dörr dörrar dörren portas',
  'property properties premises objekt liegenschaft immeuble bien inmueble finca pand immobilie object gebäude building bldg bldgs bâtiment edificio gebouw comunidad facility immobile immobili stabile palazzo budynek obiekt obiektu nieruchomość nieruchomości ejendom ejendomme bygning fastighet fastigheter fastighetsbeteckning byggnad budynku budynki imóvel imóveis prédio prédios bygg bygget eiendom',
  'location standort aufbewahrungsort lagerort lieu ubicación locatie opslagplaats ubicazione collocazione lokalizacja placering opbevaringssted förvaringsplats förvaringsställe lokation localização localizações plassering loc',
  'cabinet schrank kasten schlüsselschrank schlüsselkasten armoire armario kast sleutelkast keybox keysafe tableau panneau schlüsselbrett schlüsseltresor sleutelbord tablero cuadro schlüsseltafel kastje cab armadio armadietto bacheca szafka szafki szafa gablota skab nøgleskab skåp nyckelskåp tavle nøgletavle nyckeltavla nøgleboks nyckelbox portachiavi keycabinet kluisje armários nøkkelskap nøkkelskapet',
  'office büro bureau agence oficina kantoor geschäftsstelle ufficio uff biuro kontor kontoret escritório escritórios',
  'branch filiale niederlassung sucursal delegación filiaal vestiging oddział succursale agenzia afdelingskontor',
  'issue issued iss ausg ausgabe ausgabedatum uitgifte entrega salida sortie remise abgabe übergabe ausleihe verleih afgifte bruikleen prêt préstamo loan consegna prestito prelievo ritiro wydanie wydania pobranie pobrania wypożyczenie wypożyczenia udlevering udleveringsdato udlån utlämning utlåning utlån empréstimo empréstimos',
  'holder bezüger bezieher entlehner inhaber besitzerin nutzer détenteur houder borrower entleiher emprunteur lener keyholder ontlener prestatario ausleiher träger detentore possessore assegnatario affidatario consegnatario posiadacz użytkownik indehaver nøgleindehaver låntager låntagare innehavare nyckelinnehavare nøglehaver detentor portador',
  'phone telephone tel telefon teléfono telefoon mobile mobil handy portable móvil cell mob cellulare recapito komórka tlf tfn gsm mobilnummer mobiltelefon ph telefone telemóvel',
  'email mail courriel correo emailadresse epost mejl mailadresse',
  'recipient empfänger ontvanger receptor destinataire custodian depositario destinatario odbiorca modtager mottagare mottaker',
  'firm company organisation organization employer firma unternehmen société entreprise empresa bedrijf organisatie arbeitgeber contractor ditta impresa azienda società virksomhed företag bolag entreprenør entreprenör selskap',
  'status zustand état statut estado toestand verfügbarkeit availability stato stan',
  'category cat kat gattung modalidad modalité kategorie catégorie categoria gruppe group groupe grupo groep class klasse classe clase kategoria kategori gruppo grupa grupp klasa klass',
  'description beschreibung bez beschrijving descripción omschrijving désignation libellé details detail desc denominación descrizione opis beskrivelse beskrivning betegnelse benämning denominazione descrição descrições',
  'until bis jusqu gültig valid expires expiry expiration ablauf jusque hasta caduca tot geldig vencimiento échéance fino entro scadenza scad termin terminu senest senast frist até prazo',
  'postcode pc pcode eircode zip plz postleitzahl postal cp zipcode cap postnr postnummer pocztowy',
  'house hausnummer hausnr hsnr hnr unit flat apartment apt wohnung appartement appt huisnummer huisnr piso pta app civico domu husnr husnummer lejlighed lgh mieszkanie fração leilighet hs',
  'suffix zusatz hausnummernzusatz toev toevoeging toevoegsel huisnummertoevoeging huisletter bus busnr busnummer bte',
  'expected prévu prévue prevista previsto verwacht verwachte geplant erwartet voraussichtlich previsti planowany planowana przewidywany forventet beräknad beräknat förväntad exp',
  'received gekregen erhalten empfangen reçu reçue recibido recibida ontvangen ricevuto ricevuta odebrano odebrał odebrała modtaget mottaget mottagen recebido recebida mottatt',
  'vehicle véhicule fahrzeug vehículo voertuig car kfz veicolo automezzo pojazd samochód køretøj fordon bil veh viatura viaturas veículo kjøretøy auto autos',
  'make marke marque marca merk marka',
  'room space espace espacio ruimten raum salle pièce habitación ruimte lokaal zimmer stanza locale aula pokój pomieszczenie rum lokale værelse sala divisão rom quarto utrymme utrymmen dependencia dependencias',
  'stored kept abgelegt hinterlegt gelagert aufbewahrt verwahrt opgeborgen bewaard gedeponeerd depositado depositada guardado guardada almacenado almacenada déposé déposée entreposé entreposée rangé rangée conservé conservée conservata conservato custodita custodito depositata depositato riposta przechowywane przechowywany opbevares opbevaret förvaras förvarad placeret placerad guardados armazenado tenuto tenuta remisée oppbevares oppbevart',
  'zone zona zonas bereich strefa rejon område',
  'opens opent opened öffnet ouvre abre apre otwiera åbner öppnar åpner',
  'model modell modèle modelo modello',
  'turno turnos',
  'active aktiv enabled actif activo actief attivo aktywny',
] as const;

/** Words that mean nothing alone. */
export const EMPTY_WORDS =
  'the of for de du des del la le les el los las der die das den dem et and und y en e op on am at il is was current aktuelle aktueller actuel actuelle actual huidige item all per l d their your our this z zt zurzeit derzeit currently momenteel actualmente actuellement davon dont waarvan thereof inkl incl inclus incluido inclusief them it s esta ou o oder lo i gli dei degli della delle dello nel nella ved w od u si se mede its they var should which welche welches welke quel quelle quale vilken hvilken która llc ltd gmbh';

/** Two columns of one field, such as street and town, are joined in an address. */
export type Part = 'house' | 'suffix' | 'street' | 'town' | 'postcode' | 'line' | 'given' | 'family';

/**
 * What a field's cells hold, then its phrases, separated by a comma; a number after a colon is how surely one means it, in percent.
 */
type Known = `${Value} = ${string}`;

const NOTES: Known =
  'text = note, bits bobs, besonderes:70, besonderheit:70, instruction:80, instructions:80, special instructions, note special instructions, anything else, consigne:75, instrucción:75, instructie:75, anweisung:75, besonders, additional:60, additional info, additional information, other info, other information, info:70, information:70, misc:70, other:66, varios:70, overig:70, overige:70, varia:70, extra:60, extra info:75, infos:70, precisions:66, note to self, zusatzinfo:75, zusatzinformation:75, sonstiges:70, divers:60, ojo:66, remember:66, achtung:66, attention:66, incidencias:70, issues:62, problems:62, defects:62, travaux:60, övrigt:75, øvrigt:75, varie:66, inne:60, lavori:62, schade:60, damage:62, schaden:62, faults:62, fault:60, anything:60, anything know:75, state keys:60';
const ADDRESS: Known =
  'text = address, client address:72, property address, street address, address number:90, full address, site address, lage, domicilio';
const POSTCODE = 'postcode, post code, p code, code postal, post number, c postal';

const ADDRESS_PARTS = {
  house: 'house, house number, house name, door number:60',
  suffix: 'suffix, house suffix, house number suffix, house letter, number suffix:70',
  street: 'street, street name, house street, street number, st number:75',
  town: 'town, town name, post town, place:60',
  postcode: POSTCODE,
  line: 'address 1, address 2, address 3, address 4, address line, address line 1, address line 2, town st postcode, town state postcode, address line 3, state:66, line 1:70, line 2:70, county, district:70, suburb, provincia, region:60, stadtteil:66, quartier:66, wijk:62',
};

/** Fields of several columns, with the phrases of each part. */
export const PARTS: Record<ImportKind, Partial<Record<ImportField, Partial<Record<Part, string>>>>> = {
  key_sets: {
    address: ADDRESS_PARTS,
    keyDescription: {
      line: 'make:70, model:70, make model, registration:75, reg:75, registration number:75, plate:75, license plate:75, targa:75, regnr:75, registreringsnummer:75, nummerplade:75, rejestracyjny:75, reg number:75, make type:75, number plates:75, vehicle reg:75, vehicle registration:75, licence plate:75, number plate:75, vrm:75, kennzeichen:75, kennz:75, amtl kennzeichen:75, amtl kennz:75, kontrollschild:75, kenteken:75, matrícula:75, immatriculation:75',
    },
  },
  people: {
    name: {
      given: 'first name, forename, given name, vorname, prénom, voornaam',
      family: 'last name, surname, family name, nachname, apellido, apellidos, achternaam, familienname',
    },
  },
  locations: {},
  premises: { address: { ...ADDRESS_PARTS, postcode: '' } },
};

/** The fields of each kind and their headings. */
export const HEADINGS: Record<ImportKind, Partial<Record<ImportField, Known>>> = {
  key_sets: {
    identifier:
      'id = set id, key set, key number, key id, set number, number:85, id:85, key:80, key tag:72, tag number:66, asset tag, asset number, asset id, asset:75, kürzel:66, prägung:70, gravur:70, stamp:66, stamped:66, eingeschlagene number:70, number gravé:70, id gravé:75, clave:70, sl number:75, engraving:66, machine number:75, vehicle number:70, vehicle id:70, voorraad number:75, repère:66, inventory number, inventar number, märkning:70, mærkning:70, oznaczenie:70, sygnatura:70, fleet number:75, inv number:80, int number:75, nøglenr:85, nøglenummer:85, lager number:75, envelope number:60, property id:66, tag:60, stock number, stock:70, number parc:75, number intern:75, registration:66, reg:66, vrm:66, kennzeichen:66, kenteken:66, set, key set id, key set number, signatur:60, schliessung:60',
    type: 'word = type, key type, set type, schließart, schlüsseltyp, schließtyp, property type:70, door type:60, category, key category, shift, service type, tenure:60, nature:75, nature key, usage:60, nutzungsart, use:60, service:60, servicio:60, prestation:62, leistung:62, vorgang:60, tour:62, round:60, runde:60, variant:60, suite:62, grade:62, level:62, genre:62, sorte:66, suite level:66, new used:75, managed:60, mgd:62, let only:66, venta alquiler:70, sale rent:70, sale let:70, sale:55, neu gebr:70, neu gebraucht:70, keyway:66, profil:60, schließebene:70, ebene:55, systeem:60, mandate:60, access level:75, lock type:66, opgave:62, uppdrag:62, gamme:66, zadanie:62, opdracht:60, compito:60, type incarico:80, tjänst:62, ydelse:62, usługa:62, servizio:62, vehicle type:75, juego:62, dienst:62, auftrag:60, vermarktung:62, vermarktungsart:75',
    location:
      'word = location, key location, cabinet, cabinet name, system:70, system name:75, office, branch, depot, store, stored, cabinet number:70, rangement, dónde, ligt:75, liegt:75, hängt:75, wo:75, strongroom, aufbewahrung, custodia, bord:66, armoire à clés, boîte à clés, coffre, kluis, lagerplatz, stored with, storage, store location, key kept, where:75, waar:75, where kept, site:74, safe, key safe, board, key board, tresor, hub, vault, locker, key box, box:66, lockbox:75, press:66, cupboard, key cupboard, location held, armero:70, key press, key machine, emplacement:70, garde:66, guarda, bewahrt, showroom:60, where hangs:80, compound:60, lot:75, parking lot, yard:60, lives in, home:60, verwahrort, verwahrung, ablageort, ablage:66, opbergplek, opbergplaats, bewaarplaats, bewaard in, rangé dans, conservé à, caja fuerte, caja:62, conserjería:66, portería:66, porterie:66, pforte:66, pförtner:66, pförtnerloge:66, loge:62, reception:62, receptie:62, front desk:62, gatehouse:62, gdzie:75, hvor:75, dove:75, dove trova:80, sejf:75, kasa:60, cassaforte:75, cassetta:66, pengeskab:75, kassaskåp:75, värdeskåp:75, boks:62, opbevaring, förvaring, portineria:66, recepcja:62, sede:60, miejsce stored, przechowywania, where lives:80, where live:80, where find:80, hangs:75, miejsce przechowywania, key room:75, lugar',
    currentTag:
      'code = tag, tag number, label number:66, seal, seal number, seal tag, envelope number:66, bag number:66, pouch number:66, disc:62, disc number:66, versiegelung, verzegeling, security tag, security seal, tamper tag, key tag:66, plombe, plomben number, plombennummer, siegel, siegelnummer, siegel number, scellé, plomb, lood number, precinto, cincho, cincho number, zegel, loodje',
    keyCount:
      'count = keys, count sl:80, how many, hoeveel, wie viele, combien, cuántas, number key:92, count key, count ex, count, keys stock, keys available, count held, number issued:62, st:66, number ring:75, number in set, hoeveelheid, exemplare:75, bestand:66, vorhanden:62, voorraad:62, existencias:66, effectif:62, exemplaire:75, exemplaren:75, duplicate:62, copy count:70, number copies, keys held, keys in set, number off:75, ile:66, ile key, number held:80, count cut:75, number cut:75, hvor mange, hur många, quante, count st, set count, set:60',
    fobCount:
      'count = fob, number fob, count fob, fob held, access fob, count transponder, count chips, funk:66, swipe, swipe cards, smart cards, prox cards, proximity cards, electronic fob, toegangspassen, chips:70, puces:70, puce:66, vigik:75, chip:66, bip:70, bips:70, tag:66, transponder:70, number transponder, telecom:70, vigik bips:80, number chips',
    keyDescription:
      'text = description, bezeichnung, key description, door, door description, opens, what:75, what for, function:60, schließung, vehicle, vehicle description, room:66, past op, door number:66, schließt, schlüssel für, wagen:66, nummerplaat:66, number plaat:66, access:70, access to, zone:60, area:55, area opened, lock:70, lock type:70, unlocks, padlock:66, cylinder:66, zylinder:66, schließzylinder:70, serrure:66, cerradura:66, purpose:66, zweck:66, verwendung:66, waarvoor, para qué, opens to, desservi:70, cosa opens:75, låsesystem:66, schließanlage:66, gallery:62, bedeutung:60, key name:70, usage description, avser:70, gäller:66, vedrører:66, dotyczy:66, local:60, przeznaczenie:70, estancia:66, toegang until:70, area:60, lock location:75, destinazione:60, destinación:60',
    premises:
      'text = property, property name, objekt bezeichnung, site:70, site name:78, site surveillé:80, site gardé:85, site guarded:80, post guarded:75, kvarter:66, client premises:75, scheme, scheme name, development, estate:75, estate name, block:75, block name, complex, church:70, school:70, asset name:65, campus:70, wohnanlage, cabin:66, bungalow:66, programme:62, cottage:66, villa:66, chalet:66, apartamento:66, hotel:66, museum:66, schule:66, kirche:66, centro:82, gebäudeteil, bauteil:70, trakt:66, urbanización, anwesen, établissement:66, einrichtung:62, job:60, job site:75, contract site:75, client site:75, propiedad:62, haus:66, schulhaus:66, listing:70, logement:70, sede:62, luogo:62, boat:66, boat name:75, vessel:66, bateau:66, båt:66, chiesa:66, kyrka:66, skole:66, skola:66, szkoła:66, sklep:66, shop:62, store name:70, ward:60, wing:60, station:60, osiedle:66, kompleks:66, plesso:66, local:60, pabellón:66, padiglione:66, condominio:66, wohnheim:70, community:66, substation:66, mobil home:66, inwestycja:66, investering:55, dépôt site:60, pavillon:66, hus:66, pawilon:66, blok:62, hall:60, anlage:66, dwelling:70, woning:62, vivienda:70, instalación:70, residence, location name:50, house name:50, acp:66, vme:66, copropriété:75',
    address: ADDRESS,
    client:
      'name = client, client name, owner, owner name, property owner, ll:66, lord:75, service user, resident:66, patient:66, purchaser:66, buyer:66, käufer:66, acheteur:66, comprador:66, koper:66, vendor:70, seller:70, verkoper:70, vendeur:70, verkäufer:70, titular:62, propiedad:66, vendedor:70, maître d ouvrage, client ordre, abgeber:62, tenant:55, mieter:55, huurder:55, locataire:55, inquilino:55, occupier:55, hirer:66, halter:66, keeper:62, titulaire:62, bewoner:55, bewohner:55, tenant name:62, najemca:55, lejer:55, hyresgäst:55, wspólnota:75, förening:75, ejerforening:75, brf:66, borger:70, brukare:70, assistito:70, vve:55, vme:55, acp:55, parish:60, paroisse:60, rmc:70, nabywca:70, zarządca:66, dealer:66, member company:75, member:60, investor:60, condominio:60, operator:60, bénéficiaire:66, account, account name:80, managing agent:70, verwalter:60, verwaltung:70, hausverwaltung:70, weg:60, syndic:60',
    position:
      'code = position, hook, hook number, position number, hook position, cabinet position, cabinet hook, board hook, board position, location hook, location position, emplacement cabinet, key position, rail:60, drawer:66, platz, platz tresor, platz cabinet, plaats in cabinet, plaats in kluis, plaats in bord, place in cabinet, plek:66, plek in cabinet, vak:66, vak number, feld:66, lade:66, tray:66, bay:66, compartment:66, cubby:66, pigeonhole:66, case:60, number case:70, number emplacement:75, bakje:66, place:50, location in cabinet, shelf:66, rack:66, panel:62, plats:66, emplacement:62, miejsce:60, hylde:62, hylla:62, półka:62, tiroir:66, cajón:66, cassetto:66, szuflada:66, skuffe:66, låda:66, schublade:66, pl:60, board number:75, board id:75',
    secondPerson:
      'yes = needs a second person, needs second person, second person, dual control, two person, two person rule, approval:66, needs approval, approval required, approval needed, vier augen, vier augen prinzip, doble control, double contrôle, vier ogen',
    nfcSerial:
      'serial = nfc, number puce:70, nfc serial, nfc tag, serial, serial number, rfid, rfid tag, rfid id, chip id, chip number, chip, uid, tag uid, ifob, ifob number, transponder number, seriennummer',
    labelCode: 'label = label code, qr code, qr, label:75, scan code',
    status:
      'word = status, state:68, situation:70, situación:70, situatie:70, key status, set status, in out, whereabouts:50, in system:60, available:60, disponible:62, beschikbaar:62, verfügbar:62',
    holder:
      'name = out with, issue with, given with, received by, drawn by, issue out to, recipient, issue:66, given:66, out:66, detenu by, custody:62, responsible person:66, subcontractor:66, key with, now with, ausgeliehen an, schlüsselträger, holder, key holder, issue to, given to, given out to, out by, taken out by, with, with whom, held by, held, held with, checked out to, checked out by, assigned to, allocated to, signed out to, signed out by, signed to, taken by, removed by, collected by, booked to, booked out to, who:75, who has, who has key, user, user name, last user:55, by whom, in possession, in mano:75, possession, en poder, bezit, in bezit by, responsible:55, contractor name:55, signed for by, signed for, picked up by, surveillant:66, mitarbeiter firm:70, fremdfirma:66, callsign:62, duty holding:62, officer:66, signatory:66, lehrkraft:66, teacher:66, wer:75, wie:66, sub contractor:66, qui:75, quién:75, who got, wer hat, bij wie, wie heeft, carer:66, care worker:66, pflegekraft:66, weg met, weg mit, person group:70, person:66, chez qui, who holds, employee:66, driver:66, agent:66, agente:66, mitarbeiter:66, medewerker:66, empleado:66, salarié:66, fahrer:66, chauffeur:66, conductor:66, technician:66, operative:66, engineer:66, monteur:66, guest:66, la tiene, bezit van, sales person:60, salesperson:60, verbleib:60, with staff, vigilante:70, guard:66, kto:75, kto ma, chi:75, chi ha, hvem:75, vem:75, hvem har, vem har, kvitterad by, kvitteret by, chkd out by, sales rep:66, technik:66, tecnico:66, tekniker:66, pracownik:66, dipendente:66, medarbejder:66, medarbetare:66, anställd:66, förare:66, kierowca:66, in carico:75, responsabile:60, ansvarig:60, hantverkare:62, firm:60, attributaire:75, operario:66, comercial:60, intervenant:66, prestataire:66, artisan:62, handwerker:66, håndværker:66, vorarbeiter:66, installateur:66, aannemer:66, leverancier:60, supplier:60, proveedor:60, fornitore:60, tradesman:66, cleaner:62, visitor:66, besucher:66, bezoeker:66, visiteur:66, visitante:66, visitatore:66, besökare:66, besøgende:66, volunteer:66, caretaker:62, warden:62, porter:62, nurse:62, staff:62, staff member:66, colleague:66, kollege:66, collega:66, collègue:66, team:62, crew:62, tech:66, mechanic:66, mekaniker:66, meccanico:66, mechaniker:66, mécanicien:66, mecánico:66, mechanik:66, profesor:66, professor:66, docente:66, nauczyciel:66, lærer:66, lärare:66, enseignant:66, leraar:66, leerkracht:66, recoge:70, mano:60, übernehmer:75, abholer:70, pobierający:75, whos got, whos:66, huurder:55, mieter:55, locataire:55, inquilino:55, renter:60, hirer:60, lejer:55, najemca:55, konserwator:60, chargé:60, väktare:66, operator:60, vagt:60, ochroniarz:66, guardia:60, portiere:60, custode:60, keeper:60, patrol:60, wykonawca:62, gast:62, invité:62',
    issuedAt:
      'date = issue, drawn:75, date drawn, bekommen:70, picked up, date picked up, bezug:70, bezugsdatum, given:85, given out, issue date, out, date out, out since, issue since, given since, date given, time out, date time out, checked out, check out, check out date, check out time, signed out, taken, time taken, date taken, since, seit, depuis, desde, sinds, removed:75, time removed, date removed, collected:75, date collected, booked out, leendatum, date booked out, ausleihdatum, leihdatum, date signed, signed for on, vanaf:75, ab:66, from:66, received:70, ausfahrt:62, sedan:66, dal:66, kiedy:66, quando:66, quand:66, cuándo:66, wann:66, wanneer:66, when:66, hvornår:66, när:66, out when, kvitterad:75, kvitteret:75, date kvitterad, date kvitteret, übernommen:75, übernahme:75, cogida:75, recogida:75, recogido:75, retrait:75, retiré:75, retirée:75, odbiór:66, pickup:75, pick up:75, collection:66, handover:66, overdracht:66, overhandigd:75, start:60, beginn:60, début:60, inicio:60, inizio:60, fra:62, från:62',
    dueAt:
      'date = due, issue until, given until, out until, to be return, to return, vence, vencimiento:75, due back, due date, return:80, return date, return until, return by, back by, back, back date, back until, expected back, expected return, expected return date, return due, fällig, fällig until, expected:70, date expected, time expected, must be back, to return by, back before, back vóór:75, return soll:75, back soll:75, in by:66, by return until, return expected until, devuelve:75, limite:66, date limite:75, deadline:75, plazo:60, uiterlijk:75, spätestens:75, fin:60, ende:60, einde:60, deliver back, be back, al:60',
    notes: NOTES,
  },
  people: {
    name: 'name = name, full name, person, person name, contact, contact name, employee, employee name, staff, staff name, holder, holder name, user, user name, user full name, display name, mitarbeiter, mitarbeiter name, employé, empleado, medewerker, contractor:60, officer, persona, persoon, personne',
    kind: 'word = type, person type, role, category, holder type, rolle, rol, function:60, status:40',
    organisation: 'name = firm, firm name, agency, agency name, trading name, department:60, abteilung:60',
    phone: 'phone = phone, phone number, contact number, contact phone, work phone',
    email: 'email = email, email address, work email',
    badge:
      'code = badge, badge number, badge id, ausweis, ausweisnummer, ausweis number, pasnummer, employee number:60, staff number:60, employee id:60, personalnummer:60',
    maxSets:
      'count = key set limit, key limit, most keys, most sets, max keys, max sets, maximum keys, maximum, limit, höchstzahl, höchstens, keys allowed',
    validUntil:
      'date = until, until date, valid until, valid to, end date, enddate, end, leaves, leaving date, contract end, vertragsende, austritt, ends',
    active: 'yes = active, employed:60, status:45',
    notes: NOTES,
  },
  locations: {
    name: 'text = location, name, location name, site, site name, office, office name, branch, branch name, cabinet, cabinet name, depot, depot name, store, store name',
    type: 'word = type, location type, category, site type',
    description: 'text = description, note, where, info, address:60, information',
    status: 'word = status, location status, active:60',
  },
  premises: {
    name: 'text = property, name, property name, site, site name, scheme, scheme name, development, estate, block, block name, residence, complex, location:60',
    address: ADDRESS,
    postcode: `code = ${POSTCODE}`,
    client:
      'name = client, client name, owner, owner name, property owner, account name:80, managing agent:70, verwalter:60, hausverwaltung:70',
    reference:
      'code = id, property id, number:70, property number, account number, client id, uprn, objektnummer, site id, site number, contract:60',
    active: 'yes = active, under management:70, managed:70, status:45',
    notes: NOTES,
  },
};

/** Alarm and access codes are never imported. */
export const SECRET_WORDS =
  'alarm, digicode, code entrée, code immeuble, código portal, código puerta, deurcode, haustürcode, tastencode, bitting, key cut, cut code, pin, password, passcode, combination, access code, door code, safe code, entry code, gate code, keypad, kennwort, passwort, zugangscode, türcode, code porte, contraseña, mot passe, wachtwoord, toegangscode, alarmcode, hasło, allarme, alarmkod, alarmkode, portkod, dørkode, kodeord, lösenord, adgangskode, combinazione, szyfr';
