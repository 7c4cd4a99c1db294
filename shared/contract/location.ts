import * as z from 'zod/mini';
import { ListLocation, LocationForm, LocationPatch, LocationQuery } from '../location.ts';
import { LocationReport, ReportExportQuery, ReportQuery } from '../location-report.ts';
import { all } from '../permissions.ts';
import { get, patch, post, remove } from './call.ts';
import { Done } from './plain.ts';

/** Locations and their reports. */
export const locationCalls = {
  listLocations: get('/api/locations', {
    reads: ['locations'],
    needs: 'company',
    also: 'all allowed locations with location:view, key:view, audit:view or audit:create; else only those in the own list',
    query: LocationQuery,
    reply: z.array(ListLocation),
  }),
  createLocation: post('/api/locations', {
    changes: ['locations', 'plan', 'log'],
    needs: 'location:create',
    also: 'access to all locations',
    body: LocationForm,
    reply: ListLocation,
    status: 201,
  }),
  updateLocation: patch('/api/locations/:id', {
    changes: ['locations', 'log'],
    needs: 'location:edit',
    body: LocationPatch,
    reply: ListLocation,
  }),
  deleteLocation: remove('/api/locations/:id', {
    changes: ['locations', 'plan', 'log'],
    needs: all('location:edit', 'location:delete'),
    confirm: true,
    reply: Done,
  }),
  getLocationReport: get('/api/locations/:id/report', {
    reads: ['keyBunches', 'locations', 'audits'],
    needs: 'reports:view',
    query: ReportQuery,
    reply: LocationReport,
  }),
  exportLocationReport: get('/api/locations/:id/report/export', {
    reads: [],
    needs: 'reports:view',
    confirm: true,
    query: ReportExportQuery,
    reply: 'csv',
  }),
};
